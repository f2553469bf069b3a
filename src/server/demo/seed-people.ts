import { randomUUID } from 'node:crypto';
import type { Db } from '#server/platform/database.ts';
import { ADMINS, BUYERS, DEMO_PASSWORD, SELLERS, type DemoCompany } from '#server/demo/cast.ts';
import { hashPassword } from '#server/identity/password-hash.ts';

const TICKS = [
  { name: '1 sen', price_step_cents: 1 },
  { name: '5 sen', price_step_cents: 5 },
  { name: '10 sen', price_step_cents: 10 },
  { name: '50 sen', price_step_cents: 50 },
];

/** Companies, people and tick sizes, once: what happened since stays over a restart. True where they were made now. */
export async function seedPeople(db: Db): Promise<boolean> {
  const known = await db.selectFrom('app_user').select('id').where('username', '=', 'newcomer').executeTakeFirst();
  if (known) return false;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const { username, roleName } of ADMINS)
    await insertUser(db, { username, roleName, role: 'Admin', passwordHash });
  for (const company of [...SELLERS, ...BUYERS]) await insertCompany(db, company, passwordHash);
  await db
    .insertInto('tick_size')
    .values(TICKS.map((tick) => ({ id: randomUUID(), ...tick })))
    .execute();
  return true;
}

type DemoUser = { username: string; roleName: string; role: 'User' | 'Admin'; passwordHash: string };

async function insertUser(db: Db, user: DemoUser): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('app_user')
    .values({
      id,
      username: user.username,
      email: `${user.username}@greenlot.example`,
      password_hash: user.passwordHash,
      role_name: user.roleName,
      auction_user_role: user.role,
      phone_code: null,
      phone_number: null,
    })
    .execute();
  return id;
}

async function insertCompany(db: Db, company: DemoCompany, passwordHash: string): Promise<void> {
  const accountId = randomUUID();
  await db
    .insertInto('account')
    .values({
      id: accountId,
      company_name: company.name,
      english_company_name: company.englishName,
      registration_number: `D-${accountId.slice(0, 8).toUpperCase()}`,
      country: company.country,
      province: company.province,
      max_bid_quantity: null,
    })
    .execute();
  for (const [index, username] of company.people.entries()) {
    const user_id = await insertUser(db, { username, roleName: 'User', role: 'User', passwordHash });
    const role = index === 0 ? 'owner' : 'trader';
    await db.insertInto('account_member').values({ account_id: accountId, user_id, role }).execute();
  }
}
