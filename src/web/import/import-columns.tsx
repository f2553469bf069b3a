import { headingOf, type ImportColumn } from '#domain/import/import-table.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './import.module.css';

/** A column of a kind of file, with the phrase of its heading. */
export type ShownColumn = Omit<ImportColumn, 'heading'> & { readonly heading: PhraseKey };
type Props = { row: ShownColumn };

/** The columns of a file, with the values that they take. */
export function ImportColumns({ columns }: { columns: readonly ShownColumn[] }) {
  return (
    <Card title="import.columns">
      <DataTable caption="import.columns" columns={COLUMNS} rows={columns} rowKey={({ field }) => field} empty={null} />
    </Card>
  );
}

function Heading({ row }: Props) {
  const say = useSay();
  return (
    <>
      {say(row.heading)}
      <code className={`${css.under} ${css.name}`}>{headingOf(row.field)}</code>
    </>
  );
}

const Needed = ({ row }: Props) => useSay()(row.isRequired ? 'import.required' : 'import.optional');

/** A longer list of choices is shown as an example. */
const CHOICES_SHOWN = 12;

function Values({ row }: Props) {
  const say = useSay();
  if (row.form === 'date') return say('import.date');
  if (row.form === 'yesNo') return say('import.yesNo');
  const isShort = row.choices && row.choices.length <= CHOICES_SHOWN;
  return <code className={css.name}>{isShort ? row.choices.join(', ') : row.example}</code>;
}

const COLUMNS: readonly Column<ShownColumn>[] = [
  { id: 'column', title: 'import.column', Cell: Heading },
  { id: 'needed', title: 'import.needed', width: '140px', Cell: Needed },
  { id: 'values', title: 'import.values', Cell: Values },
];
