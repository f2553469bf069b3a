import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditLines } from '#contract/audit.ts';
import { endSessions } from '#contract/company/company.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

const end = (who: SignedIn, id: string) => w.call(who, endSessions, { params: { id } });
const asked = async (who: SignedIn) => (await w.call(who, listOwnAccounts)).code;

test('an administrator ends one person’s session: tokens, sockets, trusted devices, with an entry in the audit trail (ASVS 7.4.5)', async () => {
  const [person, other] = [await w.signedIn(), await w.signedIn()];
  const ended: string[] = [];
  w.identity.ends.onEnded((ids) => void ended.push(...ids));
  const { db } = w.database;
  const sessionOf = async ({ userId }: SignedIn) =>
    (await db.selectFrom('user_session').select('session_id').where('user_id', '=', userId).execute())[0]?.session_id;
  const before = await sessionOf(person);
  await sql`
    insert into trusted_device (user_id, token_hash, device_hash, created_at, last_used_at, expires_at)
    values (${person.userId}, 'a', 'b', now(), now(), now() + interval '1 day')`.execute(db);

  expect((await end(admin, person.userId)).code).toBe('Success');
  expect([await asked(person), await asked(other)]).toEqual(['session_revoked', 'Success']);
  expect(ended).toEqual([before]);
  expect(await sessionOf(person)).toBeUndefined();
  expect(await db.selectFrom('trusted_device').selectAll().where('user_id', '=', person.userId).execute()).toEqual([]);
  const [line] = (await w.call(admin, listAuditLines)).data.items;
  expect(line).toMatchObject({ act: 'endSessions', about: person.username, userId: admin.userId });
});

test('ends the person’s API keys too, and nobody else’s', async () => {
  const [person, other] = [await w.signedIn(), await w.signedIn()];
  const { db } = w.database;
  for (const { userId, accountId } of [person, other])
    await sql`
      insert into api_key (id, account_id, user_id, name, role, scopes, token_hash, hint, expires_at)
      values (gen_random_uuid(), ${accountId}, ${userId}, 'key', 'viewer', '{auctions:read}', ${userId}, 'x', now() + interval '1 day')`.execute(
      db,
    );
  await end(admin, person.userId);
  const rows = await db.selectFrom('api_key').select(['user_id', 'revoked_by']).execute();
  expect(rows.find(({ user_id: id }) => id === person.userId)?.revoked_by).toBe(admin.userId);
  expect(rows.find(({ user_id: id }) => id === other.userId)?.revoked_by).toBeNull();
});

test('a person without a session has none afterwards; an unknown person is rejected', async () => {
  const person = await w.signedIn();
  expect([(await end(admin, person.userId)).code, (await end(admin, person.userId)).code]).toEqual([
    'Success',
    'Success',
  ]);
  expect((await end(admin, crypto.randomUUID())).code).toBe('not_found');
  expect((await end(person, admin.userId)).code).toBe('session_revoked');
  expect((await end(await w.signedIn(), admin.userId)).code).toBe('forbidden_access');
});
