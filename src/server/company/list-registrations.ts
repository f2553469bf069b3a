import { sql } from 'kysely';
import { getRegistration, listRegistrations, listRemarks } from '#contract/company/registration.ts';
import { presentSummary, presentToAdmin } from '#server/company/present-registration.ts';
import {
  countRegistrations,
  findRegistrations,
  findRemarks,
  IN_ORDER,
  matching,
  requireRegistration,
} from '#server/company/registration-rows.ts';
import { offsetOf, pageOf } from '#server/platform/database/page.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';

/** What admins read of companies that ask to be admitted. */
export const registrationReads: readonly Operation[] = [
  operation(listRegistrations, async ({ db, query }) => {
    const where = matching(query);
    const rows = await findRegistrations(db, sql`${where} ${IN_ORDER} limit ${query.limit} offset ${offsetOf(query)}`);
    return pageOf(rows.map(presentSummary), await countRegistrations(db, where), query);
  }),

  operation(getRegistration, async (call) => presentToAdmin(call, await requireRegistration(call.db, call.params.id))),

  operation(listRemarks, async ({ db, params }) => {
    const { id } = await requireRegistration(db, params.id);
    return findRemarks(db, id);
  }),
];
