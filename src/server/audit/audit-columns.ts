import type { AuditChange } from '#contract/audit.ts';
import { AUDIT_TABLES } from '#domain/access/audit-trail.ts';
import type { Language } from '#domain/basics/language.ts';
import { actOf } from '#server/audit/acts.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import type { RawValue } from '#server/platform/export/machine-file.ts';
import type { Columns } from '#server/platform/http/audit.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** A line of the audit trail. */
export type LineRow = {
  readonly id: string;
  readonly at: Date;
  readonly user_id: string;
  readonly username: string;
  readonly address: string;
  readonly session: string;
  readonly key_name: string;
  readonly approved_by: string;
  readonly action: string;
  readonly about: string;
  readonly outcome: 'done' | 'refused' | 'requested';
  readonly subject: Columns;
  readonly detail: unknown;
};

/** A row that an act changed. */
export type ChangeRow = {
  readonly line_id: string;
  readonly table_name: string;
  readonly row_key: Columns;
  readonly before: Columns | null;
  readonly after: Columns | null;
};

/** The maximum number of characters that a spreadsheet accepts in one cell. */
const CELL_MAX = 32_000;

const tableOf = (name: string): AuditChange['table'] => AUDIT_TABLES.find((table) => table === name) ?? null;

/** Returns a changed row as replies have it. */
export const presentChange = ({ table_name: tableName, row_key: key, before, after }: ChangeRow): AuditChange => ({
  table: tableOf(tableName),
  tableName,
  key,
  before,
  after,
});

type FileRow = LineRow & { readonly changes: readonly ChangeRow[] };

/** Returns the columns of the audit trail in an exported file. */
export function auditColumns(language: Language, timeZone: string): ExportColumn<FileRow>[] {
  const words = wordsIn(language);
  return [
    { key: 'lineId', raw: ({ id }) => id },
    { key: 'userId', raw: (row) => row.user_id },
    { key: 'at', heading: `${words('audit.at')} (${timeZone})`, value: ({ at }) => at },
    { key: 'username', heading: words('audit.who'), value: ({ username }) => username },
    { key: 'address', heading: words('audit.address'), value: ({ address }) => address },
    { key: 'session', heading: words('audit.session'), value: ({ session }) => session },
    { key: 'apiKey', heading: words('audit.byKey'), value: ({ key_name: apiKey }) => apiKey },
    { key: 'approvedBy', heading: words('audit.approvedBy'), value: ({ approved_by: approvedBy }) => approvedBy },
    {
      key: 'act',
      heading: words('audit.what'),
      value: ({ action, subject }) => nameOf(language, `audit.act.${actOf(action, subject)}`, action),
      raw: ({ action, subject }) => actOf(action, subject),
    },
    { key: 'action', raw: ({ action }) => action },
    { key: 'subject', raw: ({ subject }) => subject },
    { key: 'about', heading: words('audit.about'), value: ({ about }) => about },
    {
      key: 'outcome',
      heading: words('audit.outcome'),
      value: ({ outcome }) => words(`audit.${outcome}`),
      raw: ({ outcome }) => outcome,
    },
    {
      key: 'sent',
      heading: words('audit.sent'),
      value: ({ detail }) => JSON.stringify(detail).slice(0, CELL_MAX),
      raw: ({ detail }) => detail as RawValue,
    },
    {
      key: 'changes',
      heading: words('audit.changes'),
      value: ({ changes }) => changesText(language, changes).slice(0, CELL_MAX),
      raw: ({ changes }) => changes.map(presentChange),
    },
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
