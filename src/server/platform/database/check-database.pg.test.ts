import { expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { checkDatabase } from '#server/platform/database/check-database.ts';
import { emptyDatabase } from '#testing/world/database.ts';
import { freePort } from '#testing/world/free-port.ts';

test('a database that is missing, or rejects our credentials, is named by its setting without the password', async () => {
  const right = await emptyDatabase();
  const wrong = async (change: Partial<Record<'port' | 'password' | 'pathname', string>>) => {
    const database = await openDatabase({ url: Object.assign(new URL(right), change).href, connections: 1 });
    const failure: unknown = await checkDatabase(database).catch((thrown: unknown) => thrown);
    await database.close();
    return String(failure);
  };
  expect(await wrong({ port: String(await freePort()) })).toMatch(/DATABASE_URL: .*ECONNREFUSED/);
  expect(await wrong({ pathname: '/nowhere' })).toMatch(/DATABASE_URL: .*"nowhere" does not exist \(3D000\)/);
  const refused = await wrong({ password: 'not-this-one' });
  expect(refused).toMatch(/DATABASE_URL: .*password authentication failed.*\(28P01\)/);
  expect(refused).not.toContain('not-this-one');
  expect(await wrong({})).toBe('undefined');
});
