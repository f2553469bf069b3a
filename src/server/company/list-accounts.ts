import { listAccounts } from '#contract/company.ts';
import { operation } from '#server/platform/operation.ts';
import { offsetOf, pageOf } from '#server/platform/page.ts';
import { containing } from '#server/platform/search.ts';

/** Business accounts by name, for choosing an auction's owner. */
export const listAccountsOperation = operation(listAccounts, async ({ db, query }) => {
  let found = db.selectFrom('account').where('company_name', 'ilike', containing(query.search));
  if (query.status) found = found.where('status', '=', query.status);
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select(['id', 'company_name', 'country', 'status'])
    .orderBy('company_name')
    .orderBy('id')
    .limit(query.limit)
    .offset(offsetOf(query))
    .execute();
  const items = rows.map(({ company_name, ...row }) => ({ ...row, companyName: company_name }));
  return pageOf(items, Number(total), query);
});
