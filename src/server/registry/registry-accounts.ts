import { listRegistryAccounts, setRegistryAccounts } from '#contract/settlement/registry-account.ts';
import { judgeLength, judgeText } from '#domain/basics/text.ts';
import { REGISTRY_ACCOUNT_LENGTH_MAX } from '#domain/delivery/registry-account.ts';
import { requireActing, requireMembership } from '#server/company/own-account.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { refuseFields } from '#server/platform/http/refused.ts';

/** Returns the accounts that these companies have at registries. */
export const findRegistryAccounts = (db: Db, accountIds: readonly string[]) =>
  db
    .selectFrom('registry_account')
    .select(['account_id as accountId', 'registry', 'code', 'retirement_code as retirementCode'])
    .where('account_id', 'in', accountIds)
    .orderBy('registry')
    .execute();

async function list({ db, caller, params }: Pick<Call<typeof listRegistryAccounts>, 'db' | 'caller' | 'params'>) {
  requireMembership(caller, params.id);
  const rows = await findRegistryAccounts(db, [params.id]);
  return { accounts: rows.map(({ accountId: _, ...account }) => account) };
}

/** Replaces the accounts of a company. Orders that were prepared before keep the accounts that they have. */
async function replace(call: Call<typeof setRegistryAccounts>) {
  const { db, caller, params, body } = call;
  requireActing(caller, params.id);
  const codes = body.accounts.map(({ registry, code, retirementCode }) => ({
    registry,
    code: code.trim(),
    retirement_code: retirementCode.trim(),
  }));
  refuseFields(
    Object.fromEntries(
      codes.flatMap(({ code, retirement_code: retirementCode }, at) => [
        [`accounts.${at}.code`, judgeText(code, REGISTRY_ACCOUNT_LENGTH_MAX)],
        [`accounts.${at}.retirementCode`, judgeLength(retirementCode, REGISTRY_ACCOUNT_LENGTH_MAX)],
      ]),
    ),
  );
  await db.deleteFrom('registry_account').where('account_id', '=', params.id).execute();
  // Of two lines for one registry, the last one counts.
  const rows = new Map(codes.map((one) => [one.registry, one]));
  if (rows.size > 0)
    await db
      .insertInto('registry_account')
      .values([...rows.values()].map((one) => ({ ...one, account_id: params.id, changed_by: caller.userId })))
      .execute();
  return list(call);
}

/** Members read and change the accounts of their companies at registries. */
export const registryAccountOperations: readonly Operation[] = [
  operation(listRegistryAccounts, list),
  operation(setRegistryAccounts, replace),
];
