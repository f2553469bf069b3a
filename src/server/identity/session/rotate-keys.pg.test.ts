import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freshDatabase } from '#testing/world/database.ts';
import { aDevice, aUser, callAs, identityWorldOn, signIn } from '#testing/world/identity-world.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

it('npm run rotate-keys: a running server soon signs with the new key, and nobody is signed out', async () => {
  const { database, url } = await freshDatabase();
  const SECRET_KEY = 'a secret of at least thirty-two characters';
  const world = await identityWorldOn(database, { SECRET_KEY });
  const { username } = await aUser(world);
  const { accessToken } = await signIn(world, aDevice(), username);
  const [before] = world.identity.keys.privateKeys;
  const env = { PATH: process.env['PATH'], DATABASE_URL: url, SECRET_KEY };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/rotate-keys.ts'], { cwd: ROOT, env });
  expect(stdout).not.toContain(SECRET_KEY);
  await expect.poll(() => world.identity.keys.privateKeys.length).toBe(2);
  expect(world.identity.keys.privateKeys[1]).toEqual(before);
  expect(await callAs(world, accessToken)).toBe(200);
  const old = await aUser(world);
  expect(await callAs(world, (await signIn(world, aDevice(), old.username)).accessToken)).toBe(200);
  await world.close();
});
