import {
  IconCircleCheck,
  IconClock,
  IconHandStop,
  IconHourglass,
  IconPlayerPause,
  IconRadar,
} from '@tabler/icons-react';
import { conductStateAt, type ConductState } from '#domain/auction/judge-conduct.ts';
import { actionOf, fixedReasonOf, openReason, type HistoryLine } from '#domain/bidding/history.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { formatDateTime, formatQuantity } from '#web/platform/format/format.ts';
import { partWords } from '#web/platform/format/part-words.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { ReplayedState } from '#web/record/opened-record.ts';
import css from './record.module.css';

/** Returns a function that describes an entry of the bid history in words. */
export function useEventText(itemNames: ReadonlyMap<string, string>, currency: string): (line: HistoryLine) => string {
  const say = useSay();
  const language = useLanguage();
  const aliasText = useAliasText();
  return (line) => {
    const { alias, itemId, priceCents, quantity, until, by } = line;
    const reason = openReason(line);
    const fixedReason = fixedReasonOf({ by, reason });
    const parts = [
      say(`historyKind.${actionOf(line)}`),
      by === 'admin' && line.bidId !== null && say('result.byAdmin'),
      alias !== null && aliasText(alias),
      itemId !== null && itemNames.get(itemId),
      priceCents !== null && quantity !== null && `${centsText(priceCents, currency)} × ${formatQuantity(quantity)}`,
      line.allowsPartial && partWords(say, line),
      until !== null && say('result.until', { time: formatDateTime(until, language) }),
      fixedReason ? say(`fixedReason.${fixedReason}`) : reason,
    ];
    return parts.filter(Boolean).join(' · ');
  };
}

const STATES = {
  upcoming: { tone: 'quiet', label: 'status.upcoming', icon: IconClock },
  live: { tone: 'good', label: 'status.live', icon: IconRadar },
  paused: { tone: 'warn', label: 'status.paused', icon: IconPlayerPause },
  closing: { tone: 'info', label: 'status.counting', icon: IconHourglass },
  closed: { tone: 'quiet', label: 'record.closed', icon: IconCircleCheck },
  annulled: { tone: 'bad', label: 'status.annulled', icon: IconHandStop },
} as const satisfies Record<ConductState, { tone: Tone; label: PhraseKey; icon: typeof IconClock }>;

type Props = { sight: ReplayedState | undefined; atMs: number; atLine: string; event: string; isQuiet: boolean };

/**
 * Shows the latest event of the replay and the auction's state after it. Screen readers announce each step, except
 * while the replay plays or while the slider has the focus.
 */
export function EventLine({ sight, atMs, atLine, event, isQuiet }: Props) {
  const say = useSay();
  const language = useLanguage();
  if (!sight) return <div className={css.event} aria-busy />;
  const { times, last } = sight;
  const state = conductStateAt(times, atMs);
  const isOver = state === 'closed' || state === 'annulled';
  const end = formatDateTime(times.auctionEndsAtMs, language);
  return (
    <div className={css.event} data-seen={sight.seq}>
      <p className={css.eventWords} aria-live={isQuiet ? 'off' : 'polite'} aria-atomic>
        <span className={css.quiet}>{atLine}</span>
        <strong>{event}</strong>
      </p>
      <p className={css.state}>
        <StatusBadge {...STATES[state]} />
        <span className={css.quiet}>
          {state !== 'paused' && say(isOver ? 'record.endedAt' : 'record.endsAt', { time: end })}
        </span>
        {last && <code className={css.hash}>{last.hash}</code>}
      </p>
    </div>
  );
}
