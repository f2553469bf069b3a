import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_ROLES, type AdminRole } from '#domain/access/admin-role.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** The table of docs/permissions.md that says which role makes which change, held against the server's answers. */

const DOCUMENT = new URL('../../docs/permissions.md', import.meta.url);

let w: World;
let people: readonly (readonly [AdminRole, SignedIn])[];
beforeAll(async () => {
  w = await world({ FLAG_MARKETPLACE: 'on' });
  people = await Promise.all(
    ADMIN_ROLES.map(async (role) => [role, await w.signedIn({ role: 'Admin', adminRoles: [role] })] as const),
  );
});
afterAll(() => w.end());

/** Sends an operation about a missing thing, without a body. Returns whether the role was refused. */
async function isRefused({ token }: SignedIn, method: string, path: string): Promise<boolean> {
  const reply = await w.app.inject({
    method: method as 'GET',
    url: API_BASE + path.replaceAll(/\{\w+\}/g, () => randomUUID()),
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
  });
  return reply.statusCode === 403 && reply.json<{ code: string }>().code === 'admin_role_missing';
}

test('each change of administrators is open to the roles that the table names, and every role reads everything', async () => {
  const paths = await readPaths<{ 'x-access': string }>(w);
  const rows: string[] = [];
  for (const [path, methods] of Object.entries(paths))
    for (const [name, { 'x-access': access }] of Object.entries(methods)) {
      if (access !== 'admin') continue;
      const method = name.toUpperCase();
      const marks: string[] = [];
      for (const [, person] of people) marks.push((await isRefused(person, method, path)) ? '✗' : '✓');
      if (marks.includes('✗')) rows.push(`| ${method} \`${path}\` | ${marks.join(' | ')} |`);
      if (method === 'GET') expect([path, ...marks]).toEqual([path, ...ADMIN_ROLES.map(() => '✓')]);
    }
  const document = await readFile(DOCUMENT, 'utf8');
  const [, section = ''] = document.split('## Roles of administrators');
  const listed =
    section
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => /^\| [A-Z]+ `/.test(line)) ?? [];
  expect(rows.toSorted()).toEqual(listed.map((line) => line.replaceAll(/ +/g, ' ')).toSorted());
});
