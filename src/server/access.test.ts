import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '#server/platform/config.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

type Described = { readonly 'x-access': 'open' | 'signedIn' | 'user' | 'admin' };
type Document = { readonly paths: Record<string, Record<string, Described>> };
type Named = { readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'; readonly path: string; readonly access: string };

let w: World;
let admin: SignedIn;
let user: SignedIn;
let operations: Named[];

beforeAll(async () => {
  w = await world();
  [admin, user] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn()]);
  const { paths } = (await w.app.inject('/openapi.json')).json<Document>();
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-access': access }]) => ({
      method: method.toUpperCase() as Named['method'],
      path,
      access,
    })),
  );
});
afterAll(() => w.end());

const codeOf = async ({ method, path }: Named, who?: SignedIn): Promise<string> => {
  const reply = await w.app.inject({
    method,
    url: API_BASE + path.replaceAll(/\{\w+\}/g, () => randomUUID()),
    headers: { 'idempotency-key': randomUUID(), ...(who && { authorization: `Bearer ${who.token}` }) },
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  });
  // A file has no envelope: it is a success.
  return reply.headers['content-disposition'] ? 'Success' : reply.json<{ code: string }>().code;
};

/** Paths that the specification gives no area, and whose they are: what readers are shown of templates is open. */
const WITHOUT_AREA: readonly (readonly [paths: RegExp, access: RegExp])[] = [
  [/^\/templates\b/, /^(open|admin)$/],
  [/^\/user-tours$/, /^user$/],
];

test('every operation belongs to the area that its path names', () => {
  expect(operations.length).toBeGreaterThan(30);
  for (const { path, access } of operations) {
    const area = /^\/(admin|user|seller)\//.exec(path)?.[1]?.replace('seller', 'user');
    const allowed = WITHOUT_AREA.find(([paths]) => paths.test(path))?.[1] ?? /^(open|signedIn)$/;
    expect([path, access]).toEqual([path, area ?? expect.stringMatching(allowed)]);
  }
});

test('every operation but the open ones refuses who is not signed in', async () => {
  for (const operation of operations) {
    const code = await codeOf(operation);
    expect([operation.path, code === 'not_signed_in']).toEqual([operation.path, operation.access !== 'open']);
  }
});

test('every operation of an area refuses the other role, whatever is sent', async () => {
  for (const operation of operations) {
    const codes = [await codeOf(operation, admin), await codeOf(operation, user)];
    const forbidden = codes.map((code) => code === 'forbidden');
    expect([operation.path, forbidden]).toEqual([
      operation.path,
      [operation.access === 'user', operation.access === 'admin'],
    ]);
  }
});
