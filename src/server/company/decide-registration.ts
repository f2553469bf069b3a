import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { actOnRegistration, REGISTRATION_PAGE } from '#contract/company/registration.ts';
import { judgeRemark } from '#domain/basics/remark.ts';
import { judgeAction, REGISTRATION_ACTIONS, type RegistrationStatus } from '#domain/company/registration.ts';
import { columnsOf, companyOf } from '#server/company/company-columns.ts';
import { presentToAdmin } from '#server/company/present-registration.ts';
import { mailRegistrant } from '#server/company/registration-mails.ts';
import {
  addRemark,
  findRemarks,
  lockRegistration,
  requireRegistration,
  type RegistrationRow,
} from '#server/company/registration-rows.ts';
import { settleWaiting } from '#server/notice/tell-admins.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { lookAgain, pageGroup } from '#server/platform/hub/look-again.ts';

/** An admin takes a registration up and decides. Of two at once one wins, the other is told who it was. */
export const decideOperation = (publicUrl: string): Operation =>
  operation(actOnRegistration, async (call) => {
    const {
      db,
      caller,
      params: { id, action },
      body,
    } = call;
    const { to, needsRemark } = REGISTRATION_ACTIONS[action];
    const remark = body.remarkContent.trim();
    refuseFields({ remarkContent: judgeRemark(remark, needsRemark) });
    const present = await lockRegistration(db, sql`id = ${id}`);
    if (!present) throw new Refused('not_found');
    const refusal = judgeAction({ action, ...present, seenVersion: body.version });
    if (refusal) throw new Refused(refusal, await whoAndWhat(db, id, present.status));
    const account_id =
      to === 'Approved' ? await admit(db, await requireRegistration(db, id), caller.userId, remark) : null;
    await db
      .updateTable('company_registration')
      .set({
        status: to,
        version: sql`version + 1`,
        updated_at: sql`now()`,
        account_id,
        ...(action === 'take-up' && { taken_up_by: caller.userId }),
      })
      .where('id', '=', id)
      .execute();
    await settleWaiting(db, 'registrationWaits', [id]);
    await addRemark(db, { registrationId: id, userId: caller.userId, action, content: remark });
    const row = await requireRegistration(db, id);
    await mailRegistrant(db, row, { action, remark }, publicUrl);
    await lookAgain(db, [pageGroup(REGISTRATION_PAGE, row.user_id), pageGroup(REGISTRATION_PAGE)]);
    return presentToAdmin(call, row);
  });

/** Who was faster, and how it stands now; choices in phrases have no hyphens. */
async function whoAndWhat(db: Db, id: string, status: RegistrationStatus): Promise<{ username: string; now: string }> {
  const last = (await findRemarks(db, id)).at(-1);
  return { username: last?.username ?? '', now: status.replace('-', '') };
}

/** The company gets its account, Active, and the registrant is its owner (rules 5). */
async function admit(db: Db, row: RegistrationRow, userId: string, remark: string): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('account')
    .values({ id, ...columnsOf(companyOf(row)), max_bid_quantity: null })
    .execute();
  await db.insertInto('account_member').values({ account_id: id, user_id: row.user_id, role: 'owner' }).execute();
  await db.insertInto('account_change').values({ account_id: id, user_id: userId, kind: 'approved', remark }).execute();
  return id;
}
