import { afterAll, describe, expect, it } from 'vitest';
import { getProfile } from '#contract/identity/identity.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { createSignIn } from '#server/demo/front-door.ts';
import { insertPerson } from '#testing/builders/records.ts';
import { world, type World } from '#testing/world/world.ts';

const PASSWORD = 'Correct-horse-9';
const worlds: World[] = [];
afterAll(async () => {
  for (const each of worlds) await each.end();
});

describe.each(['TNBX', 'GLOBAL'])('in variant %s', (VARIANT) => {
  it('a visitor of the demo signs in on the normal page, and again as a trusted device', async () => {
    const own = await world({ VARIANT });
    worlds.push(own);
    const person = await insertPerson(own.database.db, { passwordHash: await hashPassword(PASSWORD) });
    const baseUrl = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const signIn = createSignIn(baseUrl, { username: person.username, password: PASSWORD });
    for (const turn of [signIn, signIn]) {
      const token = await turn();
      const answer = await own.call({ ...person, token }, getProfile);
      expect(answer.data.username).toBe(person.username);
    }
    expect(await own.database.db.selectFrom('outbox').selectAll().execute()).toHaveLength(1);
  });
});
