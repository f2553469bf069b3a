import { IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import type { Live } from '#web/platform/live/live.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';
import css from './room.module.css';

/**
 * Says that the database was restored to an earlier state, to which moment, and how many of the reader's own bids are
 * void (decision 99). Everything that the page had read before is read again.
 */
export function WentBackNote({ live, auction }: { live: Live; auction: Pick<Auction, 'own'> }) {
  const say = useSay();
  const language = useLanguage();
  const wentBack = useStore(live.state, (state) => state.wentBack);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (wentBack) void queryClient.invalidateQueries();
  }, [wentBack, queryClient]);
  if (!wentBack) return null;
  const own = wentBack.lost.filter(({ bidderId }) => bidderId === auction.own?.bidderId);
  return (
    <div className={css.banner} data-tone="warn" role="alert">
      <IconHistory size={20} aria-hidden />
      <div>
        {wentBack.to === null
          ? say('room.wentBackEarlier')
          : say('room.wentBack', { time: formatDateTime(wentBack.to, language) })}
        {own.length > 0 && <p>{say('room.ownVoid', { count: own.length })}</p>}
      </div>
    </div>
  );
}
