import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { momentAt, type Moment } from '#web/bidding/news/spoken-countdown.ts';

const WORDS: Record<Moment, PhraseKey> = {
  600: 'room.spoken10Minutes',
  300: 'room.spoken5Minutes',
  60: 'room.spoken1Minute',
  10: 'room.spoken10Seconds',
};

/** Tells screen readers how long it still takes, at four moments. */
export function SpokenTime({ untilMs }: { untilMs: number }) {
  const say = useSay();
  const moment = useAtSecond((nowMs) => momentAt(untilMs, nowMs), untilMs);
  return (
    <p className="visually-hidden" role="status">
      {moment && say(WORDS[moment])}
    </p>
  );
}
