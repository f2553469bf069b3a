import { setImmediate as nextTurn } from 'node:timers/promises';
import { MACHINE_FORMATS, type FileReply } from '#contract/basics/file.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { csvText, type ExportMoney } from '#server/platform/export/spreadsheet.ts';
import { spool } from '#server/platform/export/spool.ts';

export type MachineFormat = (typeof MACHINE_FORMATS)[number];
/**
 * A value for programs. A time is written in ISO 8601 and UTC, money as plain decimal text, an absent value as null.
 * Lists and objects are JSON.
 */
export type RawValue = string | number | boolean | null | Date | ExportMoney | readonly unknown[] | RawObject;
type RawObject = { readonly [field: string]: unknown };
export type MachineColumn<Row> = { readonly key: string; readonly raw: (row: Row) => RawValue };

export const isForMachines = (format: string): format is MachineFormat => MACHINE_FORMATS.some((one) => one === format);

/** Maximum number of rows. Longer files would occupy a database connection for minutes, and fill `/tmp` of a pod. */
const ROWS_MAX = 500_000;

const KINDS: Record<MachineFormat, { readonly extension: string; readonly type: string }> = {
  jsonl: { extension: '.jsonl', type: 'application/jsonl; charset=utf-8' },
  'data-csv': { extension: '-data.csv', type: 'text/csv; charset=utf-8' },
};

type MachineTable<Row> = {
  readonly name: string;
  readonly columns: readonly MachineColumn<Row>[];
  readonly batches: AsyncIterable<readonly Row[]>;
};

/**
 * Returns a list as a file for programs (decision 119). Only one batch of rows is in memory at a time.
 * @throws Refused export_too_large
 */
export async function machineFile<Row>(
  { name, columns, batches }: MachineTable<Row>,
  format: MachineFormat,
): Promise<FileReply> {
  const { extension, type } = KINDS[format];
  return { name: `${name}${extension}`, type, ...(await spool(partsOf(columns, batches, format))) };
}

async function* partsOf<Row>(
  columns: readonly MachineColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  format: MachineFormat,
): AsyncGenerator<string> {
  let count = 0;
  if (format === 'data-csv') yield `${columns.map(({ key }) => key).join(',')}\r\n`;
  for await (const rows of batches) {
    count += rows.length;
    if (count > ROWS_MAX) throw new Refused('export_too_large', { maximum: ROWS_MAX });
    yield rows.map((row) => LINES[format](columns, row)).join('');
    await nextTurn();
  }
}

const LINES: Record<MachineFormat, <Row>(columns: readonly MachineColumn<Row>[], row: Row) => string> = {
  jsonl: (columns, row) =>
    `${JSON.stringify(Object.fromEntries(columns.map(({ key, raw }) => [key, jsonOf(raw(row))])))}\n`,
  'data-csv': (columns, row) => `${columns.map(({ raw }) => cellOf(jsonOf(raw(row)))).join(',')}\r\n`,
};

/** Returns a value as JSON has it. An empty text means that there is no value. */
function jsonOf(value: RawValue): unknown {
  if (value instanceof Date) return value.toISOString();
  const plain = isMoney(value) ? value.money : value;
  return plain === '' ? null : plain;
}

const isMoney = (value: RawValue): value is ExportMoney =>
  typeof value === 'object' && value !== null && 'money' in value;

/** Returns a cell. Spreadsheets open this file, too, so texts are as harmless as in the files for people. */
function cellOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && DECIMAL.test(value)
    ? value
    : csvText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Matches an amount, which may be negative and then looks like a formula. */
const DECIMAL = /^-?\d+(\.\d+)?$/;
