import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { LineReport } from '#contract/certificate/certificate-file.ts';
import { FIELD_NAMES } from '#web/certificate/certificate-words.ts';
import type { ReadFile } from '#web/certificate/read-certificate-file.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './certificates.module.css';

type Row = LineReport & { readonly row: number };
type Props = { row: Row };

/** Shows what each line of a file registers, or each error of the line with its column. */
export function FilePreviewCard({ file, lines }: { file: ReadFile; lines: readonly LineReport[] }) {
  const say = useSay();
  const wrong = lines.filter(({ errors }) => errors.length > 0).length;
  return (
    <Card title="certificateFile.preview">
      <p className={css.under}>{file.name}</p>
      {wrong > 0 ? (
        <Notice tone="bad" icon={IconAlertTriangle} title="certificateFile.someBadTitle">
          <div>{say('certificateFile.someBad', { lines: wrong })}</div>
        </Notice>
      ) : (
        <p>{say('certificateFile.allGood', { lines: lines.length })}</p>
      )}
      {file.ignored.length > 0 && (
        <p className={css.under}>{say('certificateFile.ignored', { columns: file.ignored.join(', ') })}</p>
      )}
      <DataTable
        caption="certificateFile.result"
        columns={COLUMNS}
        rows={lines.map((line): Row => ({ ...line, row: file.rows[line.line - 1] ?? line.line }))}
        rowKey={({ line }) => String(line)}
        empty={null}
      />
    </Card>
  );
}

function Line({ row }: Props) {
  const say = useSay();
  return (
    <>
      {row.line}
      <span className={css.under}>{say('certificateFile.lineRow', { row: row.row })}</span>
    </>
  );
}

function What({ row }: Props) {
  const say = useSay();
  return (
    <span className={css.name}>
      {row.name}
      {row.quantity !== null && (
        <span className={css.under}>{say('certificate.recs', { quantity: Number(row.quantity) })}</span>
      )}
    </span>
  );
}

function Result({ row }: Props) {
  const say = useSay();
  if (row.errors.length === 0) return <StatusBadge tone="good" icon={IconCheck} label="certificateFile.good" />;
  return (
    <ul className={css.errors}>
      {row.errors.map(({ field, message }) => (
        <li key={field}>
          <IconX size={14} aria-hidden /> {say('certificateFile.bad', { field: say(FIELD_NAMES[field]), message })}
        </li>
      ))}
    </ul>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'line', title: 'certificateFile.line', width: '130px', Cell: Line },
  { id: 'what', title: 'certificateFile.what', Cell: What },
  { id: 'result', title: 'certificateFile.result', Cell: Result },
];
