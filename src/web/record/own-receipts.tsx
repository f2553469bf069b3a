import { IconFileAlert } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRecordAsUser } from '#contract/award/record.ts';
import { receiptsText, type Receipt } from '#domain/record/receipt.ts';
import { keptReceipts, receiptsFile } from '#web/bidding/receipts/kept-receipts.ts';
import { ReceiptsBar } from '#web/bidding/receipts/receipts-bar.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { apiFile } from '#web/platform/calls/api.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';
import { startRecordClient } from '#web/record/record-client.ts';
import { ReceiptVerdict } from '#web/record/receipt-verdict.tsx';

/**
 * Looks up the receipts of this browser, and the newest head that its page checked, in the record of a closed auction,
 * without being asked.
 */
export function OwnReceipts({ auctionId }: { auctionId: string }) {
  const say = useSay();
  const receipts = useStore(keptReceipts(auctionId), (kept) => kept.receipts);
  const { data: judged, error } = useQuery({
    queryKey: ['own-receipts', auctionId, receipts.length],
    queryFn: ({ signal }) => judge(auctionId, receipts, signal),
    staleTime: Infinity,
    meta: { silent: true },
  });
  if (judged === 'nothing' || (receipts.length === 0 && !judged)) return null;
  if (!judged && !error) return <p role="status">{say('receipt.checking')}</p>;
  return (
    <div>
      {judged && judged !== 'faulty' ? (
        <ReceiptVerdict judged={judged} currency={env().currency} />
      ) : (
        <Notice tone="warn" icon={IconFileAlert} title="receipt.noRecordTitle">
          <p>{say(judged === 'faulty' ? 'receipt.faultyRecord' : 'receipt.noRecord')}</p>
        </Notice>
      )}
      <ReceiptsBar auctionId={auctionId} />
    </div>
  );
}

/** Verifies the record in a worker and compares the receipts with it. A record with a fault proves nothing. */
async function judge(auctionId: string, receipts: readonly Receipt[], signal: AbortSignal) {
  const kept = await receiptsFile(auctionId, receipts);
  if (receipts.length === 0 && !kept.seen) return 'nothing';
  const file = await apiFile(getRecordAsUser, { params: { id: auctionId }, signal });
  const client = startRecordClient();
  try {
    const record = await client.ask('open', { file });
    if (!record.isWhole) return 'faulty';
    return await client.ask('judge', { receipts: new Blob([receiptsText(kept)]) });
  } finally {
    client.end();
  }
}
