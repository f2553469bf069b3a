// `npm run rotate-keys`: a new key signs tokens from now on, the old one verifies for as long as its tokens may come back.
// `npm run rotate-keys -- --forget` takes the old ones away at once, because they leaked; nobody is signed out either way.
import { loadSecret } from '#server/identity/secret.ts';
import { rotateSigningKeys } from '#server/identity/signing-keys.ts';
import { followClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';

const config = readConfig();
if (!config.DATABASE_URL && (await isServing(config.PORT)))
  throw new Error('The embedded database belongs to one process: stop the server, rotate, start it again.');
const database = await openDatabase(
  config.DATABASE_URL ? { url: config.DATABASE_URL } : { folder: config.databaseFolder },
);
const clock = await followClock(database.db);
const secret = await loadSecret(database.db, config);
await rotateSigningKeys({ database, secret, clock }, { forget: process.argv.includes('--forget') });
clock.stop();
await database.close();
console.log('Tokens are signed with a new key from now on.');

function isServing(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => true,
    () => false,
  );
}
