import { remainingUntil } from '#web/platform/format/format.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './countdown.module.css';

type Props = {
  untilMs: number;
  /** Set while the countdown is stopped: it then shows the time from this moment until `untilMs`. */
  standsAtMs?: number | undefined;
  /** Large in a room's head, small on a card. */
  size?: 'small' | 'large';
};

const URGENT_MS = 60_000;
const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Shows the days, hours, minutes and seconds until a moment, by the server's clock. Screen readers do not read the
 * countdown aloud (role timer). Other messages announce the last 10, 5 and 1 minutes.
 */
export function Countdown({ untilMs, standsAtMs, size = 'small' }: Props) {
  const say = useSay();
  // React renders this component again only if this text changes. At zero, the text no longer changes.
  const text = useAtSecond((nowMs) => {
    const { days, hours, minutes, seconds } = remainingUntil(untilMs, standsAtMs ?? nowMs);
    return `${days}:${two(hours)}:${two(minutes)}:${two(seconds)}`;
  }, untilMs);
  const isUrgent = useAtSecond(
    (nowMs) => standsAtMs === undefined && untilMs - nowMs <= URGENT_MS && untilMs > nowMs,
    untilMs,
  );
  const [days, hours, minutes, seconds] = text.split(':');
  const parts = [
    [days, say('unit.dayShort')],
    [hours, say('unit.hourShort')],
    [minutes, say('unit.minuteShort')],
    [seconds, say('unit.secondShort')],
  ] as const;
  const shown = days === '0' ? parts.slice(1) : parts;
  return (
    <span className={css.countdown} role="timer" aria-live="off" data-size={size} data-urgent={isUrgent || undefined}>
      {shown.map(([value, unit]) => (
        <span key={unit} className={css.part}>
          <span className={css.value}>{value}</span>
          <span className={css.unit}>{unit}</span>
        </span>
      ))}
    </span>
  );
}
