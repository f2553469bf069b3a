import type { Refusal, Result } from '#domain/basics/result.ts';
import { accept, refuse } from '#domain/basics/accept.ts';
import type { DeviceFields } from '#domain/certificate/judge-device.ts';
import type { LotFields } from '#domain/certificate/judge-lot.ts';

/** The contents that a file of certificates may have. */
export const FILE_KINDS = ['devices', 'lots'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** A device as a line of a file. */
export type DeviceLine = DeviceFields;
/** A lot as a line of a file. It names its device by the registry and the id there. */
export type LotLine = Pick<DeviceFields, 'registry' | 'registryId'> & LotFields;
export type LineOf = { readonly devices: DeviceLine; readonly lots: LotLine };

/** The maximum number of lines of each kind. The browser reads workbooks up to 500 rows. */
export const FILE_LINES_MAX = 400;
/** The maximum size of a file in bytes. */
export const FILE_BYTES_MAX = 1_000_000;

type Columns = { readonly [Kind in FileKind]: readonly (keyof LineOf[Kind])[] };

/** The fields of a line in the order of the template's columns. */
export const FILE_FIELDS = {
  devices: [
    'registry',
    'registryId',
    'name',
    'country',
    'province',
    'fuelType',
    'fuelCode',
    'technologyCode',
    'capacity',
    'commissionedOn',
    'repoweredOn',
    'supported',
    'labels',
    'address',
  ],
  lots: [
    'registry',
    'registryId',
    'first',
    'last',
    'periodFrom',
    'periodTo',
    'issuedOn',
    'expiresOn',
    'issuer',
    'offsetAttributes',
    'labels',
  ],
} as const satisfies Columns;
export type FileField = (typeof FILE_FIELDS)[FileKind][number];

/** The fields whose columns a file must have. Their cells must not be empty, except the last serial number. */
export const REQUIRED_FIELDS: Columns = {
  devices: ['registry', 'registryId', 'name', 'country', 'fuelType'],
  lots: ['registry', 'registryId', 'first', 'last', 'periodFrom', 'periodTo'],
};

/** Returns the heading of a field's column, such as `registry_id`. Headings are the same in all languages. */
export const headingOf = (field: FileField): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type FileRefusal = 'registry_file_columns' | 'registry_file_too_long' | 'registry_file_empty';

/** The lines of a file, each with its row in the file (the headings are row 1), and the headings that are ignored. */
export type FileLines<Kind extends FileKind> = {
  readonly lines: readonly LineOf[Kind][];
  readonly rows: readonly number[];
  readonly ignored: readonly string[];
};

/**
 * Reads the rows of a file. The first row with text has the headings, in any order. Empty rows are skipped, and missing
 * columns that are not required are unknown.
 */
export function readFileLines<Kind extends FileKind>(
  kind: Kind,
  rows: readonly (readonly string[])[],
): Result<FileLines<Kind>, Refusal<FileRefusal>> {
  const filled = rows.map((cells, at) => ({ cells, row: at + 1 })).filter(({ cells }) => cells.some(isFilled));
  const [head, ...body] = filled;
  const names = (head?.cells ?? []).map((name) => plain(name));
  const fields: readonly FileField[] = FILE_FIELDS[kind];
  const required: readonly FileField[] = REQUIRED_FIELDS[kind];
  const missing = required.filter((field) => !names.includes(plain(field)));
  if (missing.length > 0)
    return refuse({ code: 'registry_file_columns', params: { columns: missing.map(headingOf).join(', ') } });
  if (body.length === 0) return refuse({ code: 'registry_file_empty' });
  if (body.length > FILE_LINES_MAX)
    return refuse({ code: 'registry_file_too_long', params: { maximum: FILE_LINES_MAX } });
  const places = fields.map((field) => [field, names.indexOf(plain(field))] as const);
  const known = new Set(fields.map((field) => plain(field)));
  return accept({
    lines: body.map(
      ({ cells }) =>
        Object.fromEntries(places.map(([field, at]) => [field, cellOf(field, cells[at] ?? '')])) as LineOf[Kind],
    ),
    rows: body.map(({ row }) => row),
    ignored: (head?.cells ?? []).filter((name) => isFilled(name) && !known.has(plain(name))),
  });
}

const isFilled = (cell: string): boolean => cell.trim() !== '';
/** `Registry ID`, `registry_id` and `registryId` are the same heading. */
const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]/g, '');

const DATE_FIELDS: ReadonlySet<FileField> = new Set([
  'commissionedOn',
  'repoweredOn',
  'periodFrom',
  'periodTo',
  'issuedOn',
  'expiresOn',
]);

function cellOf(field: FileField, cell: string): string {
  const text = cell.trim();
  return DATE_FIELDS.has(field) ? dateText(text) : text;
}

/** Returns a date that begins with the year as `2026-01-31`. Other texts stay, because `1/2/2026` means two dates. */
function dateText(text: string): string {
  const { year, month, day } =
    /^(?<year>\d{4})[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})日?$/.exec(text)?.groups ?? {};
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}
