import { Button } from '@mantine/core';
import { IconCertificate, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { formatDateTime, formatQuantity } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useEventText } from '#web/record/event-line.tsx';
import { FileButton } from '#web/record/file-button.tsx';
import { ReceiptVerdict } from '#web/record/receipt-verdict.tsx';
import type { Receipt, WholeRecord, WorkerCalls } from '#web/record/opened-record.ts';
import type { RecordClient } from '#web/record/record-client.ts';
import css from './record.module.css';

type Props = { record: WholeRecord; client: RecordClient; onShow: (seq: number) => void };

/** Returns every hash in a text, without repetitions. The reader can paste a whole email. */
const hashesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi)].map(([hash]) => hash.toLowerCase())),
];

/** Shows the entries whose hashes are in the reader's receipts. A hash without an entry is marked. */
export function ReceiptCheck({ record, client, onShow }: Props) {
  const say = useSay();
  const [text, setText] = useState('');
  const hashes = useMemo(() => hashesIn(text), [text]);
  const receipts = useReceipts(client, hashes);
  const found = receipts.filter((receipt) => receipt.found !== null).length;
  return (
    <Card title="record.receipts">
      <TextAreaField
        label="record.receiptsField"
        help="record.receiptsHelp"
        value={text}
        onChange={setText}
        rows={3}
        onBlur={() => undefined}
        refusal={undefined}
      />
      <FileOfReceipts client={client} currency={record.head.currency} />
      <div role="status">
        {text.trim() !== '' && hashes.length === 0 && <p className={css.quiet}>{say('record.noReceipts')}</p>}
        {receipts.length > 0 && <p>{say('record.receiptsCount', { found, count: receipts.length })}</p>}
      </div>
      {receipts.length > 0 && (
        <ul className={css.receipts}>
          {receipts.map((receipt) => (
            <ReceiptLine key={receipt.hash} receipt={receipt} record={record} onShow={onShow} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Lets the reader select a file of receipts, and shows whether the record has them. */
function FileOfReceipts({ client, currency }: { client: RecordClient; currency: string }) {
  const [judged, setJudged] = useState<WorkerCalls['judge']['answer']>();
  const judge = async (receipts: File): Promise<void> => {
    setJudged(undefined);
    setJudged(await client.ask('judge', { receipts }).catch(() => 'damaged' as const));
  };
  return (
    <div className={css.receiptFile}>
      <FileButton
        label="receipt.select"
        icon={<IconCertificate size={16} aria-hidden />}
        accept=".json"
        onFile={(file) => void judge(file)}
      />
      <div role="status">{judged && <ReceiptVerdict judged={judged} currency={currency} />}</div>
    </div>
  );
}

const NONE: readonly Receipt[] = [];

/** Looks up hashes in the open record. The earlier result stays on screen until the new result arrives. */
function useReceipts(client: RecordClient, hashes: readonly string[]): readonly Receipt[] {
  const [receipts, setReceipts] = useState(NONE);
  useEffect(() => {
    let isWanted = true;
    client.ask('find', { hashes }).then(
      (answer) => isWanted && setReceipts(answer),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [client, hashes]);
  return receipts;
}

type LineProps = { receipt: Receipt; record: WholeRecord; onShow: (seq: number) => void };

/** Shows the entry of a receipt, or says that the record does not have this entry. */
function ReceiptLine({ receipt: { hash, found }, record: { head }, onShow }: LineProps) {
  const say = useSay();
  const language = useLanguage();
  const textOf = useEventText(new Map(head.items.map(({ itemId, name }) => [itemId, name])), head.currency);
  return (
    <li className={css.receipt}>
      <code className={css.hash}>{hash}</code>
      {found ? (
        <>
          <span className={css.receiptWords}>
            <span className={css.found}>
              <IconCircleCheck size={16} aria-hidden />
              {say('record.receiptFound', { seq: formatQuantity(found.line.seq) })}
            </span>
            <span className={css.quiet}>{formatDateTime(found.line.at, language, { withMs: true })}</span>
            <span>{textOf(found.line)}</span>
          </span>
          <Button variant="subtle" size="compact-sm" onClick={() => onShow(found.line.seq)}>
            {say('record.showMoment')}
          </Button>
        </>
      ) : (
        <StatusBadge tone="bad" label="record.receiptMissing" icon={IconCircleX} />
      )}
    </li>
  );
}
