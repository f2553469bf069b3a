import { IconAlertTriangle, IconCertificate } from '@tabler/icons-react';
import { receiptsText } from '#domain/record/receipt.ts';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';
import { keptReceipts, lineCountOf, receiptsFile } from '#web/bidding/receipts/kept-receipts.ts';
import css from './receipts.module.css';

/** Tells a bidder how many receipts this browser has, and offers them as a file. */
export function ReceiptsBar({ auctionId }: { auctionId: string }) {
  const say = useSay();
  const { receipts, isStored } = useStore(keptReceipts(auctionId));
  if (receipts.length === 0 && isStored) return null;
  const Picture = isStored ? IconCertificate : IconAlertTriangle;
  return (
    <div className={css.bar} data-tone={isStored ? 'quiet' : 'warn'} role="status">
      <Picture size={18} aria-hidden />
      <p>{say(isStored ? 'receipt.saved' : 'receipt.notStored', { count: lineCountOf(receipts) })}</p>
      {receipts.length > 0 && (
        <DownloadButton
          label={say('receipt.file')}
          name={`receipts-${auctionId}.json`}
          load={async () => {
            const file = await receiptsFile(auctionId, receipts);
            return new Blob([receiptsText(file)], { type: 'application/json' });
          }}
        />
      )}
    </div>
  );
}
