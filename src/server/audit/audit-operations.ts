import { exportAuditLines, getAuditLine, listAuditLines, type AuditChange, type AuditLine } from '#contract/audit.ts';
import { AUDIT_TABLES } from '#domain/access/audit-trail.ts';
import type { Language } from '#domain/basics/language.ts';
import { actOf } from '#server/audit/acts.ts';
import {
  countChanges,
  findChanges,
  findLine,
  findLines,
  idsIn,
  namesOf,
  pageOfLines,
  type ChangeRow,
  type LineRow,
} from '#server/audit/audit-rows.ts';
import { longPageOf } from '#server/platform/database/page.ts';
import { exportFile, rowsSought, type ExportColumn } from '#server/platform/export/export.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { wordsIn } from '#server/platform/http/words.ts';

const CHANGES_SHOWN = 200;
/** In one cell of a file; the page of the act has the others. */
const CHANGES_IN_FILE = 20;
/** What a spreadsheet holds in one cell. */
const CELL_MAX = 32_000;

/** What administrators did (decision 44). */
export const auditOperations: readonly Operation[] = [
  operation(listAuditLines, async ({ db, query, timeZone }) => {
    const { rows, count } = await pageOfLines(db, { ...query, timeZone }, query);
    return longPageOf(rows.map(present), count, query);
  }),

  operation(exportAuditLines, async ({ db, query: { format, ...filter }, language, timeZone }) => {
    const lines = await findLines(db, { ...filter, timeZone }, rowsSought(format));
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

const present = ({ user_id: userId, at, subject, detail: _, ...line }: LineRow): AuditLine => ({
  ...line,
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

/** `Business account: Status: Active → Blacklisted`, a line for each column. */
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

/** In the reader's language, or as it is stored where this release has no name for it. */
function nameOf(language: Language, key: string, stored: string): string {
  const words = wordsIn(language) as unknown as AnyWords;
  return words.has(key) ? words(key) : stored;
}

function shown(columns: ChangeRow['before'], column: string): string {
  const value = columns?.[column] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
