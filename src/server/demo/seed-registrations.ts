import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Company } from '#domain/company/company.ts';
import type { RegistrationEvent, RegistrationStatus } from '#domain/company/registration.ts';
import { columnsOf } from '#server/company/company-columns.ts';
import type { Db } from '#server/platform/database/database.ts';

export type DemoRegistration = {
  readonly company: Company;
  readonly status: RegistrationStatus;
  readonly userId: string;
  /** What came out of it. */
  readonly accountId: string | null;
  readonly submittedAt: Date;
};

type Step = readonly [RegistrationEvent, string];
const TAKEN_UP: readonly Step[] = [
  ['submit', ''],
  ['take-up', ''],
];

/** What was done with a registration that is where it is. */
const STORIES: Record<RegistrationStatus, readonly Step[]> = {
  New: TAKEN_UP.slice(0, 1),
  'In-Progress': TAKEN_UP,
  Returned: [
    ...TAKEN_UP,
    ['return', 'The register of companies knows another number. Please look at your certificate.'],
  ],
  Approved: [...TAKEN_UP, ['approve', '']],
  Rejected: [...TAKEN_UP, ['reject', 'The company was dissolved last year.']],
};

/** An admin takes so long for each step. */
const STEP_MS = 3 * 60 * 60_000;

/** Registrations with what happened to them, as if people had sent them and an admin had decided. */
export async function insertRegistrations(db: Db, all: readonly DemoRegistration[], adminId: string): Promise<void> {
  const made = all.map((registration) => ({ ...registration, id: randomUUID(), story: STORIES[registration.status] }));
  const stepAt = (submittedAt: Date, step: number): Date => new Date(submittedAt.getTime() + step * STEP_MS);
  await db
    .insertInto('company_registration')
    .values(
      made.map(({ id, company, status, userId, accountId, submittedAt, story }) => ({
        id,
        user_id: userId,
        status,
        ...columnsOf(company),
        language: 'en' as const,
        version: story.length,
        taken_up_by: story.length > 1 ? adminId : null,
        submitted_at: submittedAt,
        created_at: submittedAt,
        updated_at: stepAt(submittedAt, story.length - 1),
        account_id: accountId,
      })),
    )
    .execute();
  await db
    .insertInto('registration_remark')
    .values(
      made.flatMap(({ id, userId, submittedAt, story }) =>
        story.map(([action, content], step) => ({
          registration_id: id,
          at: stepAt(submittedAt, step),
          user_id: action === 'submit' ? userId : adminId,
          action,
          content,
        })),
      ),
    )
    .execute();
  const admitted = made.flatMap(({ accountId, submittedAt, story }) =>
    accountId === null
      ? []
      : [
          {
            account_id: accountId,
            at: stepAt(submittedAt, story.length - 1),
            user_id: adminId,
            kind: 'approved' as const,
          },
        ],
  );
  await db.insertInto('account_change').values(admitted).execute();
  // The list of accounts and the history of each tell the same time.
  await sql`
    update account set created_at = change.at from account_change change
    where change.account_id = account.id and change.kind = 'approved'`.execute(db);
}
