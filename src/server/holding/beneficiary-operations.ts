import { sql } from 'kysely';
import {
  deleteBeneficiary,
  listBeneficiaries,
  saveBeneficiary,
  updateBeneficiary,
  type SavedBeneficiary,
} from '#contract/holding/beneficiary.ts';
import { requireActing, requireMembership } from '#server/company/own-account.ts';
import {
  countBeneficiaries,
  findBeneficiaries,
  insertBeneficiary,
  matchingBeneficiaries,
  replaceBeneficiary,
  requireBeneficiary,
} from '#server/holding/beneficiary-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { offsetOf, pageOf } from '#server/platform/database/page.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** What a company keeps for its retirements: all its members read it, who acts for it changes it. */
export const beneficiaryOperations: readonly Operation[] = [
  operation(listBeneficiaries, async ({ db, caller, params, query }) => {
    const { id } = requireMembership(caller, params.id);
    const which = matchingBeneficiaries(id, query.search);
    const page = sql`${which} order by name, id limit ${query.limit} offset ${offsetOf(query)}`;
    return pageOf(await findBeneficiaries(db, page), await countBeneficiaries(db, which), query);
  }),

  operation(saveBeneficiary, async ({ db, caller, params, body }) => {
    requireActing(caller, params.id);
    return insertBeneficiary(db, { accountId: params.id, userId: caller.userId }, requireBeneficiary(body));
  }),

  operation(updateBeneficiary, async ({ db, caller, params, body }) => {
    const { id: accountId } = requireActing(caller, params.id);
    return replaceBeneficiary(db, { id: params.beneficiaryId, accountId }, requireBeneficiary(body));
  }),

  operation(deleteBeneficiary, async ({ db, caller, params }) => {
    await requireSaved(db, requireActing(caller, params.id), params.beneficiaryId);
    await db.deleteFrom('beneficiary').where('id', '=', params.beneficiaryId).execute();
    return {};
  }),
];

async function requireSaved(db: Db, { id }: { readonly id: string }, beneficiaryId: string): Promise<SavedBeneficiary> {
  const [saved] = await findBeneficiaries(db, sql`where id = ${beneficiaryId} and account_id = ${id}`);
  if (!saved) throw new Refused('not_found');
  return saved;
}
