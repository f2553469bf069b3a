import { randomUUID } from 'node:crypto';
import type { Env } from '#contract/basics/env.ts';
import type { KnownCountry } from '#domain/basics/country.ts';
import type { Company } from '#domain/company/company.ts';
import type { RegistrationEvent, RegistrationStatus } from '#domain/company/registration.ts';
import { adminRoleName } from '#domain/identity/role-name.ts';
import { columnsOf } from '#server/company/company-columns.ts';
import { ADMINS, APPLICANTS, BUYERS, DEMO_PASSWORD, FOUNDER, SELLERS, type DemoCompany } from '#server/demo/cast.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import type { Db } from '#server/platform/database/database.ts';

const TICKS = [1, 5, 10, 50];

/**
 * Seeds companies, people and tick sizes once, so that later changes survive a restart. Returns true if this call
 * seeded them.
 */
export async function seedPeople(db: Db, variant: Env['variant'], nowMs: number): Promise<boolean> {
  const known = await db.selectFrom('app_user').select('id').where('username', '=', 'newcomer').executeTakeFirst();
  if (known) return false;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const roleName = adminRoleName(variant);
  const adminIds = await insertUsers(db, ADMINS, {
    role_name: roleName,
    auction_user_role: 'Admin',
    admin_roles: ['owner'],
    passwordHash,
  });
  await insertUsers(db, [FOUNDER], { passwordHash });
  const admitted = [...SELLERS, ...BUYERS].map((company) => ({ ...company, status: 'Approved' as const }));
  for (const [place, company] of [...admitted, ...APPLICANTS].entries())
    await insertCompany(db, company, { place, passwordHash, adminId: adminIds[0] ?? '', nowMs });
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

type Role = {
  readonly passwordHash: string;
  readonly role_name?: string;
  readonly auction_user_role?: 'Admin';
  readonly admin_roles?: ['owner'];
};

/** Inserts people with these usernames, as users unless a role is given. Returns their ids. */
async function insertUsers(db: Db, names: readonly string[], { passwordHash, ...role }: Role): Promise<string[]> {
  const users = names.map((username) => ({
    id: randomUUID(),
    username,
    email: demoEmail(username),
    password_hash: passwordHash,
    ...role,
  }));
  await db.insertInto('app_user').values(users).execute();
  return users.map(({ id }) => id);
}

const HOUR_MS = 60 * 60_000;
/**
 * Time of the first registration that was approved, relative to the demo's first start. The auctions of the demo begin
 * later.
 */
const ADMITTED_AFTER_MS = -400 * 24 * HOUR_MS;
/** Time of the first registration that was not approved, relative to the demo's first start. The others follow it. */
const APPLIED_AFTER_MS = -80 * HOUR_MS;
/** An admin takes this long for each step. */
const STEP_MS = 3 * HOUR_MS;

type RegistrationStep = readonly [RegistrationEvent, string];
const TAKEN_UP: readonly RegistrationStep[] = [
  ['submit', ''],
  ['take-up', ''],
];

/** The steps that led a registration to its status. */
const STORIES: Record<RegistrationStatus, readonly RegistrationStep[]> = {
  New: TAKEN_UP.slice(0, 1),
  'In-Progress': TAKEN_UP,
  Returned: [
    ...TAKEN_UP,
    ['return', 'The company register shows a different number. Please check your certificate of registration.'],
  ],
  Approved: [...TAKEN_UP, ['approve', '']],
  Rejected: [...TAKEN_UP, ['reject', 'The company was dissolved last year.']],
};

type Making = {
  /** The company's index in the cast. */
  readonly place: number;
  readonly passwordHash: string;
  readonly adminId: string;
  readonly nowMs: number;
};

/**
 * Inserts a company's people and its registration, as if people had sent the registration and an admin had decided it.
 * If the registration was approved, inserts the account too.
 */
async function insertCompany(
  db: Db,
  { people, status, ...company }: DemoCompany & { readonly status: RegistrationStatus },
  { place, passwordHash, adminId, nowMs }: Making,
): Promise<void> {
  const columns = columnsOf(demoCompany({ ...company, people }, place));
  const userIds = await insertUsers(db, people, { passwordHash });
  const userId = userIds[0] ?? '';
  const story = STORIES[status];
  const cameAfterMs = status === 'Approved' ? ADMITTED_AFTER_MS : APPLIED_AFTER_MS;
  const stepAt = (step: number): Date => new Date(nowMs + cameAfterMs + place * HOUR_MS + step * STEP_MS);
  const [submittedAt, decidedAt] = [stepAt(0), stepAt(story.length - 1)];
  const accountId = status === 'Approved' ? await insertAccount(db, { columns, userIds, adminId, decidedAt }) : null;
  const registrationId = randomUUID();
  await db
    .insertInto('company_registration')
    .values({
      id: registrationId,
      user_id: userId,
      status,
      ...columns,
      language: 'en',
      version: story.length,
      taken_up_by: story.length > 1 ? adminId : null,
      submitted_at: submittedAt,
      created_at: submittedAt,
      updated_at: decidedAt,
      account_id: accountId,
    })
    .execute();
  await db
    .insertInto('registration_remark')
    .values(
      story.map(([action, content], step) => ({
        registration_id: registrationId,
        at: stepAt(step),
        user_id: action === 'submit' ? userId : adminId,
        action,
        content,
      })),
    )
    .execute();
}

type Admitted = {
  readonly columns: ReturnType<typeof columnsOf>;
  readonly userIds: readonly string[];
  readonly adminId: string;
  readonly decidedAt: Date;
};

/** Inserts an account with its members. The first member owns it. The account and its history have the same time. */
async function insertAccount(db: Db, { columns, userIds, adminId, decidedAt }: Admitted): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('account')
    .values({ id, ...columns, created_at: decidedAt })
    .execute();
  const members = userIds.map((user_id, index) => ({
    account_id: id,
    user_id,
    role: index === 0 ? ('owner' as const) : ('trader' as const),
  }));
  await db.insertInto('account_member').values(members).execute();
  const change = { account_id: id, at: decidedAt, user_id: adminId, kind: 'approved' } as const;
  await db.insertInto('account_change').values(change).execute();
  return id;
}

type Sample = {
  readonly registered: string;
  readonly business: string;
  readonly number: string;
  readonly callingCode: string;
};

const ADDRESSES: Record<KnownCountry, Sample> = {
  CN: {
    registered: '高新技术产业园区 {no} 号',
    business: '科技大道 {no} 号 B 座',
    number: '91440300MA5F{no}X',
    callingCode: '86',
  },
  MY: {
    registered: 'Level {no}, Menara Cahaya, Jalan Sultan Ismail',
    business: 'Lot {no}, Jalan Perusahaan 3',
    number: '20190104{no}',
    callingCode: '60',
  },
  VN: {
    registered: '{no} Nguyễn Huệ',
    business: 'Khu công nghiệp Tân Bình, lô {no}',
    number: '03154{no}82',
    callingCode: '84',
  },
};

/** Returns the data of a company. Data that is not in the cast depends on `place`, the company's index in the cast. */
function demoCompany(company: DemoCompany, place: number): Company {
  const fill = (text: string): string => text.replace('{no}', String(place + 10));
  const { registered, business, number, callingCode } = ADDRESSES[company.country];
  const [person = ''] = company.people;
  const isMalaysian = company.country === 'MY';
  return {
    companyName: company.name,
    englishCompanyName: company.englishName,
    registrationNumber: fill(number),
    registeredAddress: fill(registered),
    businessAddress: fill(business),
    country: company.country,
    province: company.province,
    businessType: company.businessType,
    picName: person,
    picEmail: demoEmail(person),
    picTelephone: fill(`${callingCode} 12 345 67{no}`),
    contactNumber: fill(`${callingCode} 3 2161 00{no}`),
    sstNumber: isMalaysian ? fill('W10-1808-320001{no}') : '',
    contractAccountNumber: isMalaysian ? fill('2200123456{no}') : '',
  };
}

/**
 * Returns a person's email address. Each company has its own domain, because a common domain would mark all companies
 * as related.
 */
function demoEmail(username: string): string {
  const company = [...SELLERS, ...BUYERS, ...APPLICANTS].find(({ people }) => people.includes(username));
  const name = company && (company.englishName || company.name);
  const domain = name?.split(' ').slice(0, 2).join('-').toLowerCase() ?? 'demo';
  return `${username}@${domain}.example`;
}
