import { IconAlertOctagon, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { formatQuantity } from '#web/platform/format/format.ts';
import type { Live } from '#web/platform/live/live.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { keptReceipts } from '#web/bidding/receipts/kept-receipts.ts';
import { watchHistory, type Watched } from '#web/bidding/receipts/watch-history.ts';
import css from './receipts.module.css';

const NOTHING: Watched = { evidence: undefined, isSigned: true, isOff: false };

/** Watches the history of the room, and says so if it does not continue what the page saw. */
export function HistoryWatch({ live, auctionId }: { live: Live; auctionId: string }) {
  const say = useSay();
  const [watched, setWatched] = useState(NOTHING);
  useEffect(() => {
    const watch = watchHistory(live, auctionId);
    const show = () => setWatched(watch.watched.get());
    show();
    const forget = watch.watched.subscribe(show);
    return () => {
      forget();
      watch.stop();
    };
  }, [live, auctionId]);
  const { evidence, isSigned, isOff } = watched;
  if (!evidence) {
    if (isSigned !== undefined && !isOff) return null;
    return (
      <div className={css.bar} data-tone="quiet">
        <IconInfoCircle size={18} aria-hidden />
        <p>{say(isOff ? 'receipt.off' : 'receipt.unchecked')}</p>
      </div>
    );
  }
  const receipts = keptReceipts(auctionId);
  return (
    <div className={css.bar} data-tone="bad" role="alert">
      <IconAlertOctagon size={20} aria-hidden />
      <p>
        <strong>{say('receipt.historyChanged')}</strong>
        {say(`historyProof.${evidence.what}`, {
          seen: formatQuantity(evidence.seen?.seq ?? 0),
          got: formatQuantity(evidence.got.seq ?? 0),
        })}
      </p>
      <DownloadButton
        label={say('receipt.evidence')}
        name={`evidence-${auctionId}.json`}
        load={async () => {
          const content = { greenlotEvidence: 1, auctionId, ...evidence, receipts: receipts.get().receipts };
          return new Blob([JSON.stringify(content)], { type: 'application/json' });
        }}
      />
    </div>
  );
}
