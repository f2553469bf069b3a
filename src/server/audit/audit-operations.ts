import { sql, type RawBuilder } from 'kysely';
import { exportAuditLines, getAuditLine, listAuditLines, type AuditLine } from '#contract/audit.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import type { Language } from '#domain/basics/language.ts';
import { actionOf, actOf, PATH_ACTIONS } from '#server/audit/acts.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import {
  countOf,
  longPageOf,
  offsetOf,
  rowLimitFor,
  type Count,
  type PageQuery,
} from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import { auditColumns, presentChange, type ChangeRow, type LineRow } from '#server/audit/audit-columns.ts';
import { exportList } from '#server/platform/export/export.ts';
import type { Columns } from '#server/platform/http/audit.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

type AuditFilter = Omit<QueryOf<typeof listAuditLines>, keyof PageQuery> & { readonly timeZone: string };

type Sql = RawBuilder<unknown>;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * SQL: the lines that match a filter. `search` matches the user, the subject and the address. An id matches lines whose
 * user, subject or changed row has this id.
 */
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
    select id::text, at, user_id, username, address, session, key_name, approved_by, action, about, outcome, subject, detail
    from audit_line where ${which}`.execute(db);
  return rows;
}

/** Returns matching lines, the latest first. */
export const findAuditLines = (db: Db, filter: AuditFilter, most: number, offset = 0): Promise<LineRow[]> =>
  linesWhere(db, sql`${matching(filter)} order by audit_line.id desc limit ${most} offset ${offset}`);

async function pageOfLines(db: Db, filter: AuditFilter, query: PageQuery) {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found
    from (select 1 from audit_line where ${matching(filter)} limit ${rowLimitFor(query)}) seen`.execute(db);
  const count: Count = countOf(rows[0]?.found ?? 0, query);
  return { rows: await findAuditLines(db, filter, query.limit, offsetOf(query)), count };
}

const findLine = async (db: Db, id: string): Promise<LineRow | undefined> => (await linesWhere(db, sql`id = ${id}`))[0];

/** Returns the changes of each line in their order, at most `most` per line. */
async function findChanges(db: Db, lineIds: readonly string[], most: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select change.line_id::text, table_name, row_key, before, after
    from unnest(${[...lineIds]}::bigint[]) as line (id)
    cross join lateral (select * from audit_change where line_id = line.id order by id limit ${most}) change
    order by change.line_id, change.id`.execute(db);
  return rows;
}

/** Returns lines with their first changes. */
async function linesWithChanges(db: Db, ids: readonly string[]) {
  const lines = await linesWhere(db, sql`id = any(${[...ids]}::bigint[])`);
  const changes = Map.groupBy(await findChanges(db, ids, CHANGES_IN_FILE), (change) => change.line_id);
  return lines.map((line) => ({ ...line, changes: changes.get(line.id) ?? [] }));
}

async function countChanges(db: Db, lineId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from audit_change where line_id = ${lineId}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the names that belong to the ids in changed rows. Deleted objects have no name here. */
async function namesOf(db: Db, language: Language, ids: readonly string[]): Promise<Record<string, string>> {
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

/** Returns the ids in any of these columns. */
const idsIn = (columns: Columns | null): string[] =>
  Object.values(columns ?? {}).filter((value) => typeof value === 'string' && ID.test(value)) as string[];

const CHANGES_SHOWN = 200;
/** The maximum number of changes in one cell of an exported file. The page of the act shows the others. */
const CHANGES_IN_FILE = 20;
/** Operations that read the audit trail of administrators (decision 44). */
export const auditOperations: readonly Operation[] = [
  operation(listAuditLines, async ({ db, query, timeZone }) => {
    const { rows, count } = await pageOfLines(db, { ...query, timeZone }, query);
    return longPageOf(rows.map(present), count, query);
  }),

  operation(exportAuditLines, async ({ db, query: { format, ...filter }, language, timeZone }) => {
    const list = {
      name: 'audit-trail',
      columns: auditColumns(language, timeZone),
      ids: sql`select id::text from audit_line where ${matching({ ...filter, timeZone })}`,
      order: sql`order by audit_line.id desc`,
      load: linesWithChanges,
      idOf: ({ id }: LineRow) => id,
    };
    return exportList(db, list, { format, timeZone });
  }),

  operation(getAuditLine, async ({ db, language, params }) => {
    const line = await findLine(db, params.id);
    if (!line) throw new Refused('not_found');
    const changes = await findChanges(db, [line.id], CHANGES_SHOWN);
    const columns = changes.flatMap(({ row_key: key, before, after }) => [key, before, after]);
    return {
      ...present(line),
      subject: line.subject,
      sent: line.detail,
      changes: changes.map(presentChange),
      changeCount: await countChanges(db, line.id),
      names: await namesOf(db, language, [line.subject, ...columns].flatMap(idsIn)),
    };
  }),
];

const present = ({
  user_id: userId,
  key_name: apiKey,
  approved_by: approvedBy,
  at,
  subject,
  detail: _,
  ...line
}: LineRow): AuditLine => ({
  ...line,
  apiKey,
  approvedBy,
  at: at.toISOString(),
  userId,
  act: actOf(line.action, subject),
});
