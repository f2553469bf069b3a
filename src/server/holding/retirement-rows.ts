import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { QueryOf } from '#contract/basics/route.ts';
import type { listRetirementsAsUser, Retirement } from '#contract/holding/retirement.ts';
import {
  matchingGoods,
  ofCaller,
  presentGoods,
  type GoodsFilter,
  type GoodsRow,
} from '#server/holding/holding-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countOf, soughtFor, type Count, type PageQuery } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

export type RetirementFilter = GoodsFilter & Pick<QueryOf<typeof listRetirementsAsUser>, 'holding'>;

/** A retirement with what the ledger says of it: one line for each entry, out of its holding. */
const RETIREMENTS = sql`
  from retirement
  join app_user actor on actor.id = retirement.retired_by
  cross join lateral (
    select sum(entry.quantity) as quantity, json_agg(json_build_object(
      'holdingId', entry.from_id, 'quantity', entry.quantity, 'country', place.country, 'fuel_type', place.fuel_type,
      'vintage_year', place.vintage_year, 'vintage_period', place.vintage_period) order by entry.id) as lines
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
      where place.source_id = retirement.id and place.kind = 'retired' and ${matchingGoods(filter)}
        and ${filter.holding ? sql`entry.from_id = ${filter.holding}` : sql`true`})`;
}

type LineRow = GoodsRow & { readonly holdingId: string; readonly quantity: number };
type RetirementRow = Selectable<Tables['retirement']> & {
  readonly quantity: string;
  readonly lines: readonly LineRow[];
  readonly username: string;
  readonly is_admin: boolean;
};

async function findRetirements(db: Db, which: RawBuilder<unknown>): Promise<RetirementRow[]> {
  const { rows } = await sql<RetirementRow>`
    select retirement.*, retired.*, actor.username, actor.auction_user_role = 'Admin' as is_admin
    ${RETIREMENTS} ${which}`.execute(db);
  return rows;
}

/** Users aren't told which administrator approved what retired. */
const presentFor =
  ({ role }: Pick<Caller, 'role'>) =>
  (row: RetirementRow): Retirement => ({
    id: row.id,
    number: row.number,
    accountId: row.account_id,
    companyName: row.company_name,
    quantity: Number(row.quantity),
    lines: row.lines.map(({ holdingId, quantity, ...goods }) => ({ ...presentGoods(goods), quantity, holdingId })),
    retiredAt: row.retired_at.toISOString(),
    retiredBy: row.is_admin && role !== 'Admin' ? null : row.username,
    beneficiary: {
      accountType: row.account_type,
      name: row.name,
      address: row.address,
      nameOnCertificates: row.name_on_certificates,
      buildingOwnerName: row.building_owner_name,
    },
  });

export async function pageOfRetirements(
  db: Db,
  caller: Caller,
  filter: RetirementFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Retirement[]> {
  const page = sql`${matchingRetirements(caller, filter)}
    order by retirement.retired_at desc, retirement.id limit ${limit} offset ${offset}`;
  return (await findRetirements(db, page)).map(presentFor(caller));
}

export async function retirementOf(db: Db, caller: Caller, id: string): Promise<Retirement | undefined> {
  const which = sql`where retirement.id = ${id} and ${ofCaller(caller, sql`retirement.account_id`)}`;
  return (await findRetirements(db, which)).map(presentFor(caller))[0];
}

export async function countRetirements(db: Db, caller: Caller, query: RetirementFilter & PageQuery): Promise<Count> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found
    from (select from retirement ${matchingRetirements(caller, query)} limit ${soughtFor(query)}) as matched`.execute(
    db,
  );
  return countOf(rows[0]?.found ?? 0, query);
}

/** By its number, whoever asks. */
export const retirementNumbered = async (db: Db, number: string): Promise<Retirement | undefined> =>
  (await findRetirements(db, sql`where retirement.number = ${number}`)).map(presentFor({ role: 'User' }))[0];
