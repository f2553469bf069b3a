import { randomUUID } from 'node:crypto';
import type { Env } from '#contract/basics/env.ts';
import { adminRoleName } from '#domain/identity/role-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { RegistrationStatus } from '#domain/company/registration.ts';
import { columnsOf } from '#server/company/company-columns.ts';
import { ADMINS, APPLICANTS, BUYERS, DEMO_PASSWORD, FOUNDER, SELLERS, type DemoCompany } from '#server/demo/cast.ts';
import { demoCompany, demoEmail } from '#server/demo/demo-company.ts';
import { insertRegistrations, type DemoRegistration } from '#server/demo/seed-registrations.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';

const TICKS = [1, 5, 10, 50];

/** Companies, people and tick sizes, once: what happened since stays over a restart. True where they were made now. */
export async function seedPeople(db: Db, variant: Env['variant'], nowMs: number): Promise<boolean> {
  const known = await db.selectFrom('app_user').select('id').where('username', '=', 'newcomer').executeTakeFirst();
  if (known) return false;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const adminIds: string[] = [];
  const roleName = adminRoleName(variant);
  for (const username of ADMINS)
    adminIds.push(await insertUser(db, { username, roleName, role: 'Admin', passwordHash }));
  await insertUser(db, { username: FOUNDER, roleName: 'User', role: 'User', passwordHash });
  const admitted = [...SELLERS, ...BUYERS].map((company) => ({ ...company, status: 'Approved' as const }));
  const registrations: DemoRegistration[] = [];
  for (const [place, company] of [...admitted, ...APPLICANTS].entries())
    registrations.push(await insertCompany(db, company, { place, passwordHash, nowMs }));
  await insertRegistrations(db, registrations, adminIds[0] ?? '');
  await db
    .insertInto('tick_size')

    .values(
      TICKS.map((cents) => ({
        id: randomUUID(),
        name: `${cents} ${variant === 'TNBX' ? 'sen' : cents === 1 ? 'cent' : 'cents'}`,
        price_step_cents: cents,
      })),
    )
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
      email: demoEmail(user.username),
      password_hash: user.passwordHash,
      role_name: user.roleName,
      auction_user_role: user.role,
      phone_code: null,
      phone_number: null,
    })
    .execute();
  return id;
}

const HOUR_MS = 60 * 60_000;
/** The companies of the demo were admitted before its first auction; those that wait came lately, one after the other. */
const ADMITTED_AFTER_MS = -400 * 24 * HOUR_MS;
const APPLIED_AFTER_MS = -80 * HOUR_MS;

/** Its people, and its account where it was admitted; gives the registration that led there. */
async function insertCompany(
  db: Db,
  cast: DemoCompany & { readonly status: RegistrationStatus },
  { place, passwordHash, nowMs }: { place: number; passwordHash: string; nowMs: number },
): Promise<DemoRegistration> {
  const company = demoCompany(cast, place);
  const userIds: string[] = [];
  for (const username of cast.people)
    userIds.push(await insertUser(db, { username, roleName: 'User', role: 'User', passwordHash }));
  const accountId = cast.status === 'Approved' ? randomUUID() : null;
  const cameAfterMs = (accountId ? ADMITTED_AFTER_MS : APPLIED_AFTER_MS) + place * HOUR_MS;
  if (accountId) {
    await db
      .insertInto('account')
      .values({ id: accountId, ...columnsOf(company), max_bid_quantity: null })
      .execute();
    const members = userIds.map((user_id, index) => ({
      account_id: accountId,
      user_id,
      role: index === 0 ? ('owner' as const) : ('trader' as const),
    }));
    await db.insertInto('account_member').values(members).execute();
  }
  const submittedAt = new Date(nowMs + cameAfterMs);
  return { company, status: cast.status, userId: userIds[0] ?? '', accountId, submittedAt };
}
