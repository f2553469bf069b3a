import { sql, type RawBuilder } from 'kysely';
import type { QueryOf } from '#contract/basics/route.ts';
import type { listRetirementsAsUser, Retirement, RetirementWithRanges } from '#contract/holding/retirement.ts';
import { findRetiredRanges } from '#server/certificate/retired-ranges.ts';
import { BENEFICIARY } from '#server/holding/beneficiaries.ts';
import { matchingProducts, ofCaller, type ProductFilter } from '#server/holding/holding-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import type { RowSource } from '#server/platform/export/batches.ts';
import { countUpToLimit, type Count, type PageQuery } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Refused } from '#server/platform/http/refused.ts';

export type RetirementFilter = ProductFilter & Pick<QueryOf<typeof listRetirementsAsUser>, 'holding'>;

/** SQL: the company from which a holder got the RECs of a holding: the seller of its first ledger entry. */
export const sellerOf = (holdingId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select brought.account_id from ledger_entry origin join ledger_account brought on brought.id = origin.from_id
  where origin.to_id = ${holdingId} and origin.kind in ('awarded', 'sold') order by origin.id limit 1)`;

/** SQL: what was recorded last of a retirement at the registry, for one seller. */
export const latestRegistry = (retirementId: RawBuilder<unknown>, sellerId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select step.id from registry_retirement step
    where step.retirement_id = ${retirementId} and step.seller_account_id = ${sellerId}
    order by step.recorded_at desc, step.id limit 1)`;

/** SQL: a retirement at a registry as JSON, for a row with the alias `step`. */
export const REGISTRY_JSON = sql`json_build_object(
  'id', step.id, 'companyName', step.company_name, 'registry', step.registry, 'reference', step.reference,
  'verificationKey', step.verification_key, 'address', step.address, 'retiredOn', step.retired_on::text,
  'recordedAt', ${isoTime('step.recorded_at')}, 'evidenceIds', step.evidence_ids)`;

/** SQL: the claim of a retirement as JSON. */
export const CLAIM_JSON = sql`json_build_object(
  'periodFrom', retirement.period_from::text, 'periodTo', retirement.period_to::text,
  'purpose', retirement.purpose, 'purposeText', retirement.purpose_text)`;

/** SQL: a retirement with its lines, one for each holding from which RECs were retired. */
const RETIREMENTS = sql`
  from retirement
  join app_user actor on actor.id = retirement.retired_by
  cross join lateral (
    select sum(entry.quantity)::float8 as quantity, bool_and(latest.id is not null) as is_at_registry,
      array_agg(distinct latest.id) as step_ids, json_agg(json_build_object(
        'holdingId', entry.from_id, 'quantity', entry.quantity, 'recCountry', place.country, 'recFuelType', place.fuel_type,
        'recVintage', json_build_object('year', place.vintage_year, 'period', place.vintage_period),
        'registryId', latest.id) order by entry.id) as lines
    from ledger_account place join ledger_entry entry on entry.to_id = place.id
    cross join lateral (select ${latestRegistry(sql`retirement.id`, sellerOf(sql`entry.from_id`))} as id) latest
    where place.source_id = retirement.id and place.kind = 'retired'
  ) retired`;

export function matchingRetirements(caller: Caller, filter: RetirementFilter): RawBuilder<unknown> {
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
      (select to_jsonb(named) from (select ${BENEFICIARY}) named) as beneficiary, ${CLAIM_JSON} as claim,
      case when retired.is_at_registry then 'registry' else 'platform' end as state,
      (select coalesce(json_agg(${REGISTRY_JSON} order by step.company_name, step.id), '[]') from registry_retirement step
        where step.id = any(retired.step_ids)) as registry
    ${RETIREMENTS} ${which}`.execute(db);
  return rows;
}

/** Returns one page of the retirements that match the filters and that the caller may see. */
export function pageOfRetirements(
  db: Db,
  caller: Caller,
  filter: RetirementFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Retirement[]> {
  const page = sql`${matchingRetirements(caller, filter)}
    order by retirement.retired_at desc, retirement.id limit ${limit} offset ${offset}`;
  return findRetirements(db, caller.role, page);
}

/** Returns all retirements that match the filters and that the caller may see, for an export. */
export const retirementSource = (caller: Caller, filter: RetirementFilter): RowSource<Retirement> => ({
  ids: sql`select retirement.id from retirement ${matchingRetirements(caller, filter)}`,
  order: sql`order by retirement.retired_at desc, retirement.id`,
  load: (db, ids) => findRetirements(db, caller.role, sql`where retirement.id = any(${[...ids]}::uuid[])`),
  idOf: ({ id }) => id,
});

/** Counts the retirements that match the filters and that the caller may see. */
export const countRetirements = (db: Db, caller: Caller, query: RetirementFilter & PageQuery): Promise<Count> =>
  countUpToLimit(db, sql`from retirement ${matchingRetirements(caller, query)}`, query);

/**
 * Returns a retirement that the caller may see, with its certificates.
 * @throws Refused not_found
 */
export async function requireRetirement(db: Db, caller: Caller, id: string): Promise<RetirementWithRanges> {
  const which = sql`where retirement.id = ${id} and ${ofCaller(caller, sql`retirement.account_id`)}`;
  const [retirement] = await findRetirements(db, caller.role, which);
  if (!retirement) throw new Refused('not_found');
  return withRanges(db, retirement);
}

/** Returns the retirement with this statement number, as everyone may see it; undefined if there is none. */
export async function findByNumber(db: Db, number: string): Promise<RetirementWithRanges | undefined> {
  const [retirement] = await findRetirements(db, 'User', sql`where retirement.number = ${number}`);
  return retirement && withRanges(db, retirement);
}

async function withRanges(db: Db, retirement: Retirement): Promise<RetirementWithRanges> {
  const ranges = await findRetiredRanges(db, [retirement.id]);
  return { ...retirement, ranges: ranges.map(({ device, lot }) => ({ device, lot })) };
}

/** SQL: the year in which a retirement is claimed, as `claimYearOf` in the domain. */
export const CLAIM_YEAR = sql`extract(year from coalesce(retirement.period_to, (retirement.retired_at at time zone 'UTC')::date))`;

/** Returns the retirements that a company claims in a year, in the order of their statements. */
export const findClaimed = (
  db: Db,
  role: Caller['role'],
  { accountId, year, limit }: { readonly accountId: string; readonly year: number; readonly limit: number },
): Promise<Retirement[]> =>
  findRetirements(
    db,
    role,
    sql`where retirement.account_id = ${accountId} and ${CLAIM_YEAR} = ${year}
      order by retirement.retired_at, retirement.id limit ${limit}`,
  );

/** Returns the years for which a company has claims, the latest first. */
export async function findClaimYears(db: Db, accountId: string): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct ${CLAIM_YEAR}::int as year from retirement where retirement.account_id = ${accountId}
    order by year desc`.execute(db);
  return rows.map(({ year }) => year);
}
