import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportReport, ReportedLine } from '#contract/import/import.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './import.module.css';

type Props = { fileName: string; report: ImportReport };

/** Shows what each line of a file would add, or each error of the line with its column. */
export function ImportPreview({ fileName, report: { lines, wrong, ignored } }: Props) {
  const say = useSay();
  const [isAll, setIsAll] = useState(false);
  const isFiltered = wrong > 0 && !isAll;
  return (
    <Card title="import.preview">
      <p className={css.under}>{fileName}</p>
      {wrong > 0 ? (
        <Notice tone="bad" icon={IconAlertTriangle} title="import.someBadTitle">
          <div>{say('import.someBad', { lines: wrong })}</div>
        </Notice>
      ) : (
        <p>{say('import.allGood', { lines: lines.length })}</p>
      )}
      {ignored.length > 0 && <p className={css.under}>{say('import.ignored', { columns: ignored.join(', ') })}</p>}
      {wrong > 0 && wrong < lines.length && (
        <div className={css.buttons}>
          <Button size="xs" variant="default" aria-pressed={!isFiltered} onClick={() => setIsAll(!isAll)}>
            {say(isAll ? 'import.showWrong' : 'import.showAll')}
          </Button>
        </div>
      )}
      <Lines key={String(isFiltered)} lines={isFiltered ? lines.filter(({ errors }) => errors.length > 0) : lines} />
    </Card>
  );
}

const LINES_AT_ONCE = 100;

/** The first lines, and a button for more. A table of all 10,000 lines would make the page slow. */
function Lines({ lines }: { lines: readonly ReportedLine[] }) {
  const say = useSay();
  const [count, setCount] = useState(LINES_AT_ONCE);
  return (
    <>
      <DataTable
        caption="import.result"
        columns={COLUMNS}
        rows={lines.slice(0, count)}
        rowKey={({ line }) => String(line)}
        empty={null}
      />
      {lines.length > count && (
        <div className={css.buttons}>
          <Button variant="default" onClick={() => setCount(count + LINES_AT_ONCE)}>
            {say('import.more', { shown: count, lines: lines.length })}
          </Button>
        </div>
      )}
    </>
  );
}

type RowProps = { row: ReportedLine };

const Line = ({ row }: RowProps) => <span className="figure">{row.line}</span>;
const Name = ({ row }: RowProps) => <span className={css.name}>{row.name || '–'}</span>;

function Result({ row }: RowProps) {
  const say = useSay();
  if (row.errors.length === 0) return <StatusBadge tone="good" icon={IconCheck} label="import.good" />;
  return (
    <ul className={css.errors}>
      {row.errors.map(({ field, column, message }) => (
        <li key={field}>
          <IconX size={14} aria-hidden /> {say('import.bad', { column, message })}
        </li>
      ))}
    </ul>
  );
}

const COLUMNS: readonly Column<ReportedLine>[] = [
  { id: 'line', title: 'import.line', width: '90px', Cell: Line },
  { id: 'what', title: 'import.what', Cell: Name },
  { id: 'result', title: 'import.result', Cell: Result },
];
