import { sql, type RawBuilder } from 'kysely';
import {
  confirmStatement,
  exportRetirementsAsAdmin,
  exportRetirementsAsUser,
  getRetirementAsAdmin,
  getRetirementAsUser,
  getStatementAsAdmin,
  getStatementAsUser,
  listRetirementsAsAdmin,
  listRetirementsAsUser,
  retireHolding,
  type ConfirmedStatement,
  type Retirement,
} from '#contract/holding/retirement.ts';
import { judgeBeneficiary } from '#domain/holding/beneficiary.ts';
import { judgeRetiredQuantity } from '#domain/holding/judge-retirement.ts';
import { readStatementNumber } from '#domain/holding/statement-number.ts';
import { requireActing } from '#server/company/own-account.ts';
import { BENEFICIARY, resolveBeneficiary } from '#server/holding/beneficiaries.ts';
import { linesOf, retirementColumns } from '#server/holding/holding-columns.ts';
import { matchingProducts, ofCaller, requireHolding, type ProductFilter } from '#server/holding/holding-rows.ts';
import { findHoldingAccount } from '#server/ledger/ledger-accounts.ts';
import { retire } from '#server/holding/retire.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import type { FileReply } from '#contract/basics/file.ts';
import { retirementStatementPdf } from '#server/holding/retirement-statement-pdf.ts';
import type { Brand } from '#server/platform/document/document.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import { exportFile, rowLimitOf } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { countUpToLimit, longPageOf, offsetOf } from '#server/platform/database/page.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

type RetirementFilter = ProductFilter & Pick<QueryOf<typeof listRetirementsAsUser>, 'holding'>;

/** SQL: a retirement with its lines, one for each holding from which RECs were retired. */
const RETIREMENTS = sql`
  from retirement
  join app_user actor on actor.id = retirement.retired_by
  cross join lateral (
    select sum(entry.quantity)::float8 as quantity, json_agg(json_build_object(
      'holdingId', entry.from_id, 'quantity', entry.quantity, 'recCountry', place.country, 'recFuelType', place.fuel_type,
      'recVintage', json_build_object('year', place.vintage_year, 'period', place.vintage_period)) order by entry.id) as lines
    from ledger_account place join ledger_entry entry on entry.to_id = place.id
    where place.source_id = retirement.id and place.kind = 'retired'
  ) retired`;

function matchingRetirements(caller: Caller, filter: RetirementFilter): RawBuilder<unknown> {
  const search = filter.search.trim();
  const sought = containing(search);
  const found = sql`(retirement.number ilike ${sought} escape '\\' or retirement.name ilike ${sought} escape '\\'
    or retirement.name_on_certificates ilike ${sought} escape '\\' or retirement.company_name ilike ${sought} escape '\\')`;
  return sql`where ${ofCaller(caller, sql`retirement.account_id`)} and ${search === '' ? sql`true` : found}
    and exists (
      select from ledger_account place join ledger_entry entry on entry.to_id = place.id
      where place.source_id = retirement.id and place.kind = 'retired' and ${matchingProducts(filter)}
        and ${filter.holding ? sql`entry.from_id = ${filter.holding}` : sql`true`})`;
}

/**
 * Returns retirements as this role may see them. If an administrator approved a retirement, users do not see the name.
 */
async function findRetirements(db: Db, role: Caller['role'], which: RawBuilder<unknown>): Promise<Retirement[]> {
  const { rows } = await sql<Retirement>`
    select retirement.id, retirement.number, retirement.account_id as "accountId", company_name as "companyName",
      retired.quantity, retired.lines, ${isoTime('retired_at')} as "retiredAt",
      case when actor.auction_user_role = 'User' or ${role === 'Admin'} then actor.username end as "retiredBy",
      (select to_jsonb(named) from (select ${BENEFICIARY}) named) as beneficiary
    ${RETIREMENTS} ${which}`.execute(db);
  return rows;
}

function pageOfRetirements(
  db: Db,
  caller: Caller,
  filter: RetirementFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Retirement[]> {
  const page = sql`${matchingRetirements(caller, filter)}
    order by retirement.retired_at desc, retirement.id limit ${limit} offset ${offset}`;
  return findRetirements(db, caller.role, page);
}

async function requireRetirement(db: Db, caller: Caller, id: string): Promise<Retirement> {
  const which = sql`where retirement.id = ${id} and ${ofCaller(caller, sql`retirement.account_id`)}`;
  const [retirement] = await findRetirements(db, caller.role, which);
  if (!retirement) throw new Refused('not_found');
  return retirement;
}

/** Retires RECs for the caller. Reports all wrong fields together. The booking checks the balance again. */
async function retireForCaller(publicUrl: string, call: Call<typeof retireHolding>) {
  const { db, caller, params, body } = call;
  const holding = await requireHolding(call, params.id);
  requireActing(caller, holding.accountId);
  const { quantity, beneficiary: chosen } = body;
  refuseFields({
    quantity: judgeRetiredQuantity(quantity, holding.balance),
    ...(chosen.choice === 'new' && judgeBeneficiary(chosen)),
  });
  const saver = { accountId: holding.accountId, userId: caller.userId };
  const beneficiary = await resolveBeneficiary(db, saver, chosen);
  if (quantity === null) throw new Error('a missing quantity passed the check');
  const lines = [{ holding: await findHoldingAccount(db, holding.id), quantity }];
  const { id } = await retire(db, { lines, beneficiary }, { ...saver, publicUrl });
  return requireRetirement(db, caller, id);
}

async function listRetirements({ db, caller, query }: Call<typeof listRetirementsAsUser>) {
  const rows = await pageOfRetirements(db, caller, query, { limit: query.limit, offset: offsetOf(query) });
  const count = await countUpToLimit(db, sql`from retirement ${matchingRetirements(caller, query)}`, query);
  return longPageOf(rows, count, query);
}

async function exportRetirements({ db, caller, query, language, timeZone }: Call<typeof exportRetirementsAsUser>) {
  const { format, ...filter } = query;
  const rows = await pageOfRetirements(db, caller, filter, { limit: rowLimitOf(format), offset: 0 });
  const table = { name: 'retirements', columns: retirementColumns(language, timeZone), rows: linesOf(rows) };
  return exportFile(table, { format, timeZone });
}

/**
 * Returns the public data of a retirement statement. Leaves out a person's address, and the name of a building's owner.
 */
async function confirm({ db, params }: Call<typeof confirmStatement>): Promise<ConfirmedStatement> {
  const number = readStatementNumber(params.number);
  if (number === undefined) throw new Refused('statement_number_incorrect');
  const [retirement] = await findRetirements(db, 'User', sql`where retirement.number = ${number}`);
  if (!retirement) throw new Refused('statement_unknown');
  const { companyName, quantity, retiredAt, beneficiary } = retirement;
  const { accountType, nameOnCertificates, address } = beneficiary;
  return {
    number,
    companyName,
    quantity,
    lines: retirement.lines.map(({ holdingId: _holdingId, ...line }) => line),
    retiredAt,
    accountType,
    nameOnCertificates,
    address: accountType === 'Personal' ? null : address,
  };
}

type StatementDeps = { readonly publicUrl: string; readonly issuer: { readonly brand: Brand } };

/** Returns the statement as a PDF. The PDF contains the address of the page that confirms it. */
async function getStatement(around: StatementDeps, call: Call<typeof getStatementAsUser>): Promise<FileReply> {
  const { db, caller, params, language, timeZone } = call;
  const { companyName, retiredAt, lines, ...retirement } = await requireRetirement(db, caller, params.id);
  const statement = {
    ...retirement,
    holder: companyName,
    retiredAt: new Date(retiredAt),
    items: lines.map(({ recCountry: country, recFuelType: fuelType, recVintage: vintage, quantity }) => ({
      country,
      fuelType,
      vintage,
      quantity,
    })),
    confirmedAt: `${around.publicUrl}/retirement/${retirement.number}`,
  };
  const pdf = retirementStatementPdf(statement, { brand: around.issuer.brand, language, timeZone });
  return pdfFile(`retirement-${retirement.number}`, pdf);
}

const read = ({ db, caller, params }: Call<typeof getRetirementAsUser>) => requireRetirement(db, caller, params.id);

/** Members retire their company's holdings and read its retirements. Admins read all retirements. */
export const retirementOperations = (around: StatementDeps): Operation[] => [
  operation(retireHolding, (call) => retireForCaller(around.publicUrl, call)),
  operation(getStatementAsUser, (call) => getStatement(around, call)),
  operation(getStatementAsAdmin, (call) => getStatement(around, call)),
  operation(listRetirementsAsUser, listRetirements),
  operation(listRetirementsAsAdmin, listRetirements),
  operation(exportRetirementsAsUser, exportRetirements),
  operation(exportRetirementsAsAdmin, exportRetirements),
  operation(getRetirementAsUser, read),
  operation(getRetirementAsAdmin, read),
  operation(confirmStatement, confirm),
];
