import { randomUUID } from 'node:crypto';
import { asksForChanges, changesPageOf, pageOfChanges } from '#server/platform/database/sync-page.ts';
import { sql } from 'kysely';
import {
  getOwnRegistration,
  registerCompany,
  REGISTRATION_PAGE,
  getRegistration,
  listRegistrations,
  listRemarks,
  exportRegistrations,
  actOnRegistration,
  type OwnRegistration,
  type Registration,
  type RegistrationSummary,
} from '#contract/company/registration.ts';
import {
  RESUBMISSION,
  judgeAction,
  REGISTRATION_ACTIONS,
  type RegistrationStatus,
} from '#domain/company/registration.ts';
import { companyChoices } from '#server/company/company-choices.ts';
import { admit } from '#server/company/admit-company.ts';
import { columnsOf, companyOf } from '#server/company/company-columns.ts';
import { announceDecision, mailRegistrant, notifyOfRegistration } from '#server/company/account-mails.ts';
import {
  addRemark,
  findRegistrations,
  isOpenOf,
  lockRegistration,
  registrationSource,
  requireRegistration,
  countRegistrations,
  findRemarks,
  IN_ORDER,
  matching,
  findSameNumber,
  type RegistrationRow,
} from '#server/company/registration-rows.ts';
import { requireCompany } from '#server/company/account-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation, type Call } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { invalidate, pageGroup } from '#server/platform/hub/invalidate.ts';
import { offsetOf, pageOf } from '#server/platform/database/page.ts';
import { registrationColumns } from '#server/company/registration-columns.ts';
import { exportList } from '#server/platform/export/export.ts';
import type { Language } from '#domain/basics/language.ts';
import { judgeRemark } from '#domain/basics/text.ts';
import { settleWaiting } from '#server/notice/store-notices.ts';

/**
 * Operations by which a user requests a business account, reads the decision, and corrects a returned registration
 * (docs/rules.md#registrations).
 */
export const ownRegistrationOperations = (publicUrl: string): Operation[] => [
  operation(registerCompany, async ({ db, caller, body: { version, ...given }, language }) => {
    const open = await lockRegistration(db, isOpenOf(caller.userId));
    const isCorrection = open?.status === RESUBMISSION.from && open.version === version;
    if (open && !isCorrection) throw new Refused('registration_open');
    const columns = { ...columnsOf(requireCompany(given, await companyChoices(db))), language };
    const id = open ? await resubmit(db, open.id, columns) : await submit(db, caller.userId, columns);
    const action = open ? 'resubmit' : 'submit';
    await addRemark(db, { registrationId: id, userId: caller.userId, action, content: '' });
    const row = await requireRegistration(db, id);
    await mailRegistrant(db, row, { action, remark: '' }, publicUrl);
    await notifyOfRegistration(db, row, action, publicUrl);
    await invalidate(db, [pageGroup(REGISTRATION_PAGE, caller.userId), pageGroup(REGISTRATION_PAGE)]);
    return presentOwn(db, row);
  }),

  operation(getOwnRegistration, async ({ db, caller }) => {
    const newest = sql`where r.user_id = ${caller.userId} order by r.created_at desc, r.id limit 1`;
    const [row] = await findRegistrations(db, newest);
    if (!row) throw new Refused('registration_not_found');
    return presentOwn(db, row);
  }),
];

type Columns = ReturnType<typeof columnsOf> & { readonly language: Language };

/** Stores a registration. If a user sends two at the same time, a unique index keeps one. */
async function submit(db: Db, userId: string, columns: Columns): Promise<string> {
  const made = await db
    .insertInto('company_registration')
    .values({ id: randomUUID(), user_id: userId, ...columns })
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

/** Calls by which admins read registrations. */
export const registrationReads: readonly Operation[] = [
  operation(listRegistrations, async ({ db, query }) => {
    if (asksForChanges(query)) {
      const { rows: changed, changes } = await pageOfChanges(db, 'registration', registrationSource(query), query);
      return changesPageOf(changed.map(presentRegistrationSummary), changes, query);
    }
    const where = matching(query);
    const rows = await findRegistrations(db, sql`${where} ${IN_ORDER} limit ${query.limit} offset ${offsetOf(query)}`);
    return pageOf(rows.map(presentRegistrationSummary), await countRegistrations(db, where), query);
  }),

  operation(getRegistration, async (call) =>
    presentRegistrationToAdmin(call, await requireRegistration(call.db, call.params.id)),
  ),

  operation(listRemarks, async ({ db, params }) => {
    const { id } = await requireRegistration(db, params.id);
    return findRemarks(db, id);
  }),

  operation(exportRegistrations, async ({ db, query: { format, ...filter }, language, timeZone }) => {
    const list = {
      name: 'account-registrations',
      columns: registrationColumns(language, timeZone, await companyChoices(db)),
    };
    return exportList(db, { ...list, ...registrationSource(filter) }, { format, timeZone });
  }),
];

/**
 * Operation by which an admin takes up a registration and decides on it. Of two simultaneous decisions, the first one
 * counts. The second one is refused with the name of the faster admin.
 */
export const decideOperation = (publicUrl: string): Operation =>
  operation(actOnRegistration, async (call) => {
    const { db, caller, params, body } = call;
    const { id, action } = params;
    const { to, needsRemark } = REGISTRATION_ACTIONS[action];
    const remark = body.remarkContent.trim();
    refuseFields({ remarkContent: judgeRemark(remark, needsRemark) });
    const present = await lockRegistration(db, sql`id = ${id}`);
    if (!present) throw new Refused('not_found');
    const refusal = judgeAction({ action, ...present, seenVersion: body.version });
    if (refusal) throw new Refused(refusal, await whoAndWhat(db, id, present.status));
    if (action === 'reopen') await refuseOtherOpen(db, id);
    const account_id =
      to === 'Approved' ? await admit(db, await requireRegistration(db, id), caller.userId, remark) : null;
    await db
      .updateTable('company_registration')
      .set({
        status: to,
        version: sql`version + 1`,
        updated_at: sql`now()`,
        account_id,
        ...(to === 'In-Progress' && { taken_up_by: caller.userId }),
      })
      .where('id', '=', id)
      .execute();
    await settleWaiting(db, 'registrationWaits', [id]);
    await addRemark(db, { registrationId: id, userId: caller.userId, action, content: remark });
    const row = await requireRegistration(db, id);
    await mailRegistrant(db, row, { action, remark }, publicUrl);
    if (to !== 'In-Progress') await announceDecision(db, row);
    await invalidate(db, [pageGroup(REGISTRATION_PAGE, row.user_id), pageGroup(REGISTRATION_PAGE)]);
    return presentRegistrationToAdmin(call, row);
  });

/** Refuses to reopen a registration if its user has another open one, because a user can have only one. */
async function refuseOtherOpen(db: Db, id: string): Promise<void> {
  const { user_id } = await requireRegistration(db, id);
  // Waits for a registration that the user submits at the same moment, because storing it locks the user's key.
  await sql`select from app_user where id = ${user_id} for update`.execute(db);
  if (await lockRegistration(db, isOpenOf(user_id))) throw new Refused('registration_other_open');
}

/**
 * Returns the user of the last step, and the current status without hyphens. Choices in phrases cannot contain hyphens.
 */
async function whoAndWhat(db: Db, id: string, status: RegistrationStatus): Promise<{ username: string; now: string }> {
  const last = (await findRemarks(db, id)).at(-1);
  return { username: last?.username ?? '', now: status.replace('-', '') };
}

/** Returns the registrant's view: what was sent, and the remarks without the names of admins. */
async function presentOwn(db: Db, row: RegistrationRow): Promise<OwnRegistration> {
  const remarks = await findRemarks(db, row.id);
  return { ...present(row), remarks: remarks.map(({ at, action, content }) => ({ at, action, content })) };
}

const presentRegistrationToAdmin = async (
  call: Pick<Call, 'db' | 'language'>,
  row: RegistrationRow,
): Promise<Registration> => ({
  ...present(row),
  ...registrantOf(row),
  sameNumber: await findSameNumber(call, row),
});

const presentRegistrationSummary = (row: RegistrationRow): RegistrationSummary => ({
  id: row.id,
  status: row.status,
  version: row.version,
  companyName: row.company_name,
  englishCompanyName: row.english_company_name,
  registrationNumber: row.registration_number,
  country: row.country,
  businessType: row.business_type,
  submittedAt: row.submitted_at.toISOString(),
  ...registrantOf(row),
});

const registrantOf = ({ username, email, taker }: RegistrationRow) => ({ username, email, takenUpBy: taker });

const present = (row: RegistrationRow) => ({
  id: row.id,
  status: row.status,
  version: row.version,
  ...companyOf(row),
  submittedAt: row.submitted_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  accountId: row.account_id,
});
