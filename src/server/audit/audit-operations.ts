import { sql, type RawBuilder } from 'kysely';
import { exportAuditLines, getAuditLine, listAuditLines, type AuditChange, type AuditLine } from '#contract/audit.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import { AUDIT_TABLES } from '#domain/access/audit-trail.ts';
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
import { exportFile, rowLimitOf, type ExportColumn } from '#server/platform/export/export.ts';
import type { Columns } from '#server/platform/http/audit.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type LineRow = {
  readonly id: string;
  readonly at: Date;
  readonly user_id: string;
  readonly username: string;
  readonly address: string;
  readonly session: string;
  readonly key_name: string;
  readonly action: string;
  readonly about: string;
  readonly outcome: 'done' | 'refused';
  readonly subject: Columns;
  readonly detail: unknown;
};

type ChangeRow = {
  readonly line_id: string;
  readonly table_name: string;
  readonly row_key: Columns;
  readonly before: Columns | null;
  readonly after: Columns | null;
};

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
    select id::text, at, user_id, username, address, session, key_name, action, about, outcome, subject, detail
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
/** The maximum number of characters that a spreadsheet accepts in one cell. */
const CELL_MAX = 32_000;

/** Operations that read the audit trail of administrators (decision 44). */
export const auditOperations: readonly Operation[] = [
  operation(listAuditLines, async ({ db, query, timeZone }) => {
    const { rows, count } = await pageOfLines(db, { ...query, timeZone }, query);
    return longPageOf(rows.map(present), count, query);
  }),

  operation(exportAuditLines, async ({ db, query: { format, ...filter }, language, timeZone }) => {
    const lines = await findAuditLines(db, { ...filter, timeZone }, rowLimitOf(format));
    const ids = lines.map(({ id }) => id);
    const changes = Map.groupBy(await findChanges(db, ids, CHANGES_IN_FILE), (change) => change.line_id);
    const rows = lines.map((line) => ({ ...line, changes: changes.get(line.id) ?? [] }));
    return exportFile({ name: 'audit-trail', columns: columnsFor(language, timeZone), rows }, { format, timeZone });
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

const present = ({ user_id: userId, key_name: apiKey, at, subject, detail: _, ...line }: LineRow): AuditLine => ({
  ...line,
  apiKey,
  at: at.toISOString(),
  userId,
  act: actOf(line.action, subject),
});

const tableOf = (name: string): AuditChange['table'] => AUDIT_TABLES.find((table) => table === name) ?? null;

const presentChange = ({ table_name: tableName, row_key: key, before, after }: ChangeRow): AuditChange => ({
  table: tableOf(tableName),
  tableName,
  key,
  before,
  after,
});

type FileRow = LineRow & { readonly changes: readonly ChangeRow[] };

function columnsFor(language: Language, timeZone: string): ExportColumn<FileRow>[] {
  const words = wordsIn(language);
  return [
    { heading: `${words('audit.at')} (${timeZone})`, value: ({ at }) => at },
    { heading: words('audit.who'), value: ({ username }) => username },
    { heading: words('audit.address'), value: ({ address }) => address },
    { heading: words('audit.session'), value: ({ session }) => session },
    { heading: words('audit.byKey'), value: ({ key_name: apiKey }) => apiKey },
    {
      heading: words('audit.what'),
      value: ({ action, subject }) => nameOf(language, `audit.act.${actOf(action, subject)}`, action),
    },
    { heading: words('audit.about'), value: ({ about }) => about },
    { heading: words('audit.outcome'), value: ({ outcome }) => words(`audit.${outcome}`) },
    { heading: words('audit.sent'), value: ({ detail }) => JSON.stringify(detail).slice(0, CELL_MAX) },
    { heading: words('audit.changes'), value: ({ changes }) => changesText(language, changes).slice(0, CELL_MAX) },
  ];
}

/** Returns one line of text per changed column, such as `Business account: Status: Active → Blacklisted`. */
function changesText(language: Language, changes: readonly ChangeRow[]): string {
  return changes
    .flatMap(({ table_name: table, before, after }) =>
      Object.keys({ ...before, ...after })
        .filter((column) => shown(before, column) !== shown(after, column))
        .map((column) =>
          [
            nameOf(language, `audit.table.${table}`, table),
            nameOf(language, `audit.column.${column}`, column),
            `${shown(before, column) || '–'} → ${shown(after, column) || '–'}`,
          ].join(': '),
        ),
    )
    .join('\n');
}

type AnyWords = { (key: string): string; has(key: string): boolean };

/** Returns the name in the reader's language, or the stored name if this release has no phrase for it. */
function nameOf(language: Language, key: string, stored: string): string {
  const words = wordsIn(language) as unknown as AnyWords;
  return words.has(key) ? words(key) : stored;
}

function shown(columns: ChangeRow['before'], column: string): string {
  const value = columns?.[column] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
