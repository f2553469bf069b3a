import { sql, type RawBuilder } from 'kysely';
import type { listAuditLines } from '#contract/audit.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import type { Language } from '#domain/basics/language.ts';
import { actionOf, PATH_ACTIONS } from '#server/audit/acts.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countOf, offsetOf, soughtFor, type Count, type PageQuery } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Columns } from '#server/platform/http/audit.ts';

export type LineRow = {
  readonly id: string;
  readonly at: Date;
  readonly user_id: string;
  readonly username: string;
  readonly address: string;
  readonly session: string;
  readonly action: string;
  readonly about: string;
  readonly outcome: 'done' | 'refused';
  readonly subject: Columns;
  readonly detail: unknown;
};

export type ChangeRow = {
  readonly line_id: string;
  readonly table_name: string;
  readonly row_key: Columns;
  readonly before: Columns | null;
  readonly after: Columns | null;
};

export type AuditFilter = Omit<QueryOf<typeof listAuditLines>, keyof PageQuery> & { readonly timeZone: string };

type Sql = RawBuilder<unknown>;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** By who, what it was about and address; or by the id of anything that was named or changed. */
function matching({ search, act, from, to, timeZone }: AuditFilter): Sql {
  const pathAction = act && PATH_ACTIONS[act];
  const text = search.trim().toLowerCase();
  const sought = ID.test(text)
    ? sql`(subject ->> 'id' = ${text} or user_id = ${text}::uuid
           or id in (select line_id from audit_change where row_key ->> 'id' = ${text}))`
    : sql`lower(username || ' ' || about || ' ' || address) like ${containing(text)} escape '\\'`;
  const conditions = [
    ...(text === '' ? [] : [sought]),
    ...(act ? [sql`action = ${actionOf(act)}`] : []),
    ...(pathAction ? [sql`subject ->> 'action' = ${pathAction}`] : []),
    ...(from ? [sql`at >= (${from}::date)::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

async function linesWhere(db: Db, which: Sql): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select id::text, at, user_id, username, address, session, action, about, outcome, subject, detail
    from audit_line where ${which}`.execute(db);
  return rows;
}

/** The latest first. */
export const findLines = (db: Db, filter: AuditFilter, most: number, offset = 0): Promise<LineRow[]> =>
  linesWhere(db, sql`${matching(filter)} order by audit_line.id desc limit ${most} offset ${offset}`);

export async function pageOfLines(db: Db, filter: AuditFilter, query: PageQuery) {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found
    from (select 1 from audit_line where ${matching(filter)} limit ${soughtFor(query)}) seen`.execute(db);
  const count: Count = countOf(rows[0]?.found ?? 0, query);
  return { rows: await findLines(db, filter, query.limit, offsetOf(query)), count };
}

export const findLine = async (db: Db, id: string): Promise<LineRow | undefined> =>
  (await linesWhere(db, sql`id = ${id}`))[0];

/** The first changes of each line, in their order. */
export async function findChanges(db: Db, lineIds: readonly string[], most: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select change.line_id::text, table_name, row_key, before, after
    from unnest(${[...lineIds]}::bigint[]) as line (id)
    cross join lateral (select * from audit_change where line_id = line.id order by id limit ${most}) change
    order by change.line_id, change.id`.execute(db);
  return rows;
}

export async function countChanges(db: Db, lineId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from audit_change where line_id = ${lineId}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** What ids stand for that rows name, as far as they are there still. */
export async function namesOf(db: Db, language: Language, ids: readonly string[]): Promise<Record<string, string>> {
  const own = [...new Set(ids)];
  if (own.length === 0) return {};
  const among = sql`= any(${own}::uuid[])`;
  const company = companyNameFor(language, sql`account`);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${company} as name from account where id ${among}
    union all select id, username from app_user where id ${among}
    union all select id, title from auction where id ${among}
    union all select id, title from sell_order where id ${among}
    union all select id, name from tick_size where id ${among}
    union all select place.id, ${company} from ledger_account place join account on account.id = account_id
      where place.id ${among}
    union all select bidder.id, ${company} from bidder join account on account.id = account_id where bidder.id ${among}
    union all select id, concat_ws('.', country, fuel_type, vintage_year, vintage_period) from auction_item where id ${among}
    union all select id, concat_ws('.', country, fuel_type, vintage_year, vintage_period) from sell_order_item
      where id ${among}`.execute(db);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** Ids anywhere in columns. */
export const idsIn = (columns: Columns | null): string[] =>
  Object.values(columns ?? {}).filter((value) => typeof value === 'string' && ID.test(value)) as string[];
