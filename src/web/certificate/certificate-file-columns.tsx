import { COUNTRIES } from '#domain/basics/country.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import {
  FILE_FIELDS,
  headingOf,
  REQUIRED_FIELDS,
  type FileField,
  type FileKind,
} from '#domain/certificate/certificate-file.ts';
import { SUPPORT_ANSWERS } from '#domain/certificate/judge-device.ts';
import { OFFSET_ANSWERS } from '#domain/certificate/judge-lot.ts';
import { REGISTRY_NAMES } from '#domain/certificate/registry.ts';
import { SERIAL_STYLES } from '#domain/certificate/serial-style.ts';
import { FIELD_NAMES } from '#web/certificate/certificate-words.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './certificates.module.css';

type Row = { readonly field: FileField; readonly isRequired: boolean };
type Props = { row: Row };

/** The columns of a file, with their meaning and the values that they take. */
export function FileColumns({ kind }: { kind: FileKind }) {
  const required: readonly FileField[] = REQUIRED_FIELDS[kind];
  return (
    <Card title="certificateFile.columns">
      <DataTable
        caption="certificateFile.columns"
        columns={COLUMNS}
        rows={FILE_FIELDS[kind].map((field): Row => ({ field, isRequired: required.includes(field) }))}
        rowKey={({ field }) => field}
        empty={null}
      />
    </Card>
  );
}

/** The words that a column takes, the same in all languages, or an example. */
const VALUES: Partial<Record<FileField, string>> = {
  registry: REGISTRY_NAMES.join(', '),
  country: COUNTRIES.join(', '),
  fuelType: FUEL_TYPES.join(', '),
  fuelCode: 'ES100',
  technologyCode: 'TC110',
  capacity: '12.5',
  supported: SUPPORT_ANSWERS.join(', '),
  offsetAttributes: OFFSET_ANSWERS.join(', '),
  first: SERIAL_STYLES.irecDecimal.example[0],
  last: SERIAL_STYLES.irecDecimal.example[1],
};
const DATES: ReadonlySet<FileField> = new Set([
  'commissionedOn',
  'repoweredOn',
  'periodFrom',
  'periodTo',
  'issuedOn',
  'expiresOn',
]);

const Heading = ({ row }: Props) => <code className={css.name}>{headingOf(row.field)}</code>;

function Meaning({ row }: Props) {
  const say = useSay();
  return (
    <>
      {say(FIELD_NAMES[row.field])}
      <span className={css.under}>{say(row.isRequired ? 'certificateFile.required' : 'certificateFile.optional')}</span>
    </>
  );
}

function Values({ row }: Props) {
  const say = useSay();
  if (row.field === 'province') return say('certificateFile.provinceCode');
  if (DATES.has(row.field)) return <span className={css.name}>{say('certificateFile.date')}</span>;
  return <code className={css.name}>{VALUES[row.field]}</code>;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'column', title: 'certificateFile.column', width: '180px', Cell: Heading },
  { id: 'meaning', title: 'certificateFile.meaning', Cell: Meaning },
  { id: 'values', title: 'certificateFile.values', Cell: Values },
];
