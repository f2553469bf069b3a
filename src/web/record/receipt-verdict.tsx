import { IconAlertOctagon, IconCircleCheck, IconFileAlert } from '@tabler/icons-react';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { JudgedReceipts, ReceiptFault } from '#contract/award/judge-receipts.ts';
import type { MissingLine } from '#domain/record/find-missing.ts';
import type { ReceiptLine, SignedHead } from '#domain/record/receipt.ts';
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
  const { count, missing, otherHistory } = judged;
  if (otherHistory && missing.length === 0) return <OtherHistory seen={otherHistory} />;
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

/** The page saw a history that the record does not have, although all receipts are in the record. */
function OtherHistory({ seen: { seq, time } }: { seen: SignedHead }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <Notice tone="bad" icon={IconAlertOctagon} title="receipt.historyChanged">
      <p>
        {say('receipt.otherHistory', {
          seq: formatQuantity(seq ?? 0),
          time: formatDateTime(time, language, { withMs: true }),
        })}
      </p>
    </Notice>
  );
}

const priceText = (cents: number | null | undefined, currency: string): string =>
  typeof cents === 'number' ? centsText(cents, currency) : '–';
const quantityText = (quantity: ReceiptLine['quantity'] | undefined): string =>
  typeof quantity === 'number' ? formatQuantity(quantity) : '–';

/** An entry that the operator signed and the record does not have as signed, and what that proves. */
function MissingEntry({ missing: { why, line, found }, currency }: { missing: MissingLine; currency: string }) {
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
            price: priceText(line.priceCents, currency),
            quantity: quantityText(line.quantity),
          })}
        </strong>
        <span>
          {say(`receiptProof.${why}`, {
            seq: formatQuantity(line.seq ?? 0),
            found: formatQuantity(found?.seq ?? 0),
            time: found ? formatDateTime(found.at, language, { withMs: true }) : '',
            price: priceText(found?.priceCents, currency),
            quantity: quantityText(found?.quantity),
          })}
        </span>
      </span>
    </li>
  );
}
