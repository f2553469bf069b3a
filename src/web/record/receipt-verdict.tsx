import { IconAlertOctagon, IconCircleCheck, IconFileAlert } from '@tabler/icons-react';
import type { JudgedReceipts, MissingLine, ReceiptFault } from '#contract/award/judge-receipts.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { formatDateTime, formatQuantity } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './record.module.css';

/** Shows whether receipts are in the record: all of them, or which are missing and what that proves. */
export function ReceiptVerdict({ judged, currency }: { judged: ReceiptFault | JudgedReceipts; currency: string }) {
  const say = useSay();
  if (typeof judged === 'string') {
    return (
      <Notice tone="warn" icon={IconFileAlert} title="receipt.refused">
        <p>{say(`receiptFault.${judged}`)}</p>
      </Notice>
    );
  }
  const { count, missing } = judged;
  if (missing.length === 0) {
    return (
      <Notice tone="good" icon={IconCircleCheck} title={{ text: say('receipt.allFound', { count }) }}>
        <p>{say('receipt.allFoundHint')}</p>
      </Notice>
    );
  }
  return (
    <Notice
      tone="bad"
      icon={IconAlertOctagon}
      title={{ text: say('receipt.missing', { missing: missing.length, count }) }}
    >
      <p>{say('receipt.missingHint')}</p>
      <ul className={css.receipts}>
        {missing.map((one) => (
          <MissingEntry key={one.line.hash} missing={one} currency={currency} />
        ))}
      </ul>
    </Notice>
  );
}

/** An entry that the operator signed and the record does not have as signed, and what that proves. */
function MissingEntry({ missing: { why, line }, currency }: { missing: MissingLine; currency: string }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <li className={css.receipt}>
      <code className={css.hash}>{line.hash}</code>
      <span className={css.receiptWords}>
        <strong>
          {say('receipt.entry', {
            kind: say(`historyKind.${line.kind}`),
            time: formatDateTime(line.at, language, { withMs: true }),
            price: line.priceCents === null ? '–' : centsText(line.priceCents, currency),
            quantity: line.quantity === null ? '–' : formatQuantity(line.quantity),
          })}
        </strong>
        <span>{say(`receiptProof.${why}`, { seq: formatQuantity(line.seq ?? 0) })}</span>
      </span>
    </li>
  );
}
