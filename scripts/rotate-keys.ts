// `npm run rotate-keys`: creates a new key, which signs all new tokens. The old key verifies older tokens until they
// expire. If an old key has leaked, `npm run rotate-keys -- --forget` removes old keys immediately. Neither command
// signs users out.
import { loadSecret } from '#server/identity/session/secret.ts';
import { rotateSigningKeys } from '#server/identity/session/signing-keys.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { followClock } from '#server/platform/runtime/clock.ts';
import { openAlone } from './open-alone.ts';

const config = readConfig();
const database = await openAlone(config);
const clock = await followClock(database.db);
const secret = await loadSecret(database.db, config);
await rotateSigningKeys({ database, secret, clock }, { forget: process.argv.includes('--forget') });
clock.stop();
await database.close();
console.log('Tokens are now signed with a new key.');
