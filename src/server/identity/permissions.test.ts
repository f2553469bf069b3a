import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askIdentity, identityCalls } from '#testing/permissions/identity-matrix.ts';
import { CALLERS, openIdentityStage, type IdentityStage } from '#testing/permissions/identity-stage.ts';
import { IDENTITY_CALLS, readTable, written } from '#testing/permissions/table.ts';
import { identityWorld, identityWorldOn } from '#testing/world/identity-world.ts';

const TABLE = new URL('../../../docs/permissions.md', import.meta.url);

let stage: IdentityStage;
const registered: string[] = [];
beforeAll(async () => {
  const world = await identityWorld({ FLAG_SMS_REQUIRED: 'on' }, async (app) => {
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) registered.push(`${one} ${url}`);
    });
  });
  const settings = { FLAG_SMS_REQUIRED: 'on', VARIANT: 'GLOBAL' };
  stage = await openIdentityStage(world, await identityWorldOn(world.database, settings));
});
afterAll(async () => {
  await stage.hosted.app.close();
  await stage.world.close();
});

test(
  'everyone gets from every call of the identity service what the table says (ASVS 8.2.1)',
  { timeout: 300_000 },
  async () => {
    const { marks, rows } = readTable(await readFile(TABLE, 'utf8'), IDENTITY_CALLS);
    const lines = await askIdentity(stage, await identityCalls(stage.world, registered));
    expect(lines.map((line) => written(line, CALLERS, marks)).toSorted()).toEqual(rows.toSorted());
  },
);
