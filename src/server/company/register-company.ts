import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { getOwnRegistration, registerCompany, REGISTRATION_PAGE } from '#contract/company/registration.ts';
import { RESUBMISSION } from '#domain/company/registration.ts';
import { columnsOf } from '#server/company/company-columns.ts';
import { presentOwn } from '#server/company/present-registration.ts';
import { mailRegistrant, tellOfRegistration } from '#server/company/registration-mails.ts';
import {
  addRemark,
  findRegistrations,
  isOpenOf,
  lockRegistration,
  requireRegistration,
} from '#server/company/registration-rows.ts';
import { requireCompany } from '#server/company/require-company.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { lookAgain, pageGroup } from '#server/platform/hub/look-again.ts';

/** A user asks for a business account, sees what became of it, and corrects what was returned (rules 5). */
export const ownRegistrationOperations = (publicUrl: string): Operation[] => [
  operation(registerCompany, async ({ db, caller, body: { version, ...given }, language }) => {
    const open = await lockRegistration(db, isOpenOf(caller.userId));
    const isCorrection = open?.status === RESUBMISSION.from && open.version === version;
    if (open && !isCorrection) throw new Refused('registration_open');
    const columns = { ...columnsOf(requireCompany(given)), language };
    const id = open ? await resubmit(db, open.id, columns) : await submit(db, caller.userId, columns);
    const action = open ? 'resubmit' : 'submit';
    await addRemark(db, { registrationId: id, userId: caller.userId, action, content: '' });
    const row = await requireRegistration(db, id);
    await mailRegistrant(db, row, { action, remark: '' }, publicUrl);
    await tellOfRegistration(db, row, action, publicUrl);
    await lookAgain(db, [pageGroup(REGISTRATION_PAGE, caller.userId), pageGroup(REGISTRATION_PAGE)]);
    return presentOwn(db, row);
  }),

  operation(getOwnRegistration, async ({ db, caller }) => {
    const [row] = await findRegistrations(
      db,
      sql`where r.user_id = ${caller.userId} order by r.created_at desc, r.id limit 1`,
    );
    if (!row) throw new Refused('registration_not_found');
    return presentOwn(db, row);
  }),
];

type Columns = ReturnType<typeof columnsOf> & { readonly language: 'en' | 'zh' };

/** Of two that are sent at once the index keeps one. */
async function submit(db: Db, userId: string, columns: Columns): Promise<string> {
  const made = await db
    .insertInto('company_registration')
    .values({ id: randomUUID(), user_id: userId, ...columns, taken_up_by: null, account_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refused('registration_open');
  return made.id;
}

async function resubmit(db: Db, id: string, columns: Columns): Promise<string> {
  await db
    .updateTable('company_registration')
    .set({
      ...columns,
      status: RESUBMISSION.to,
      taken_up_by: null,
      version: sql`version + 1`,
      submitted_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  return id;
}
