import { Hint } from '#web/design/dialogs/hint.tsx';
import { clockUncertaintyMs, pcClockOffMs, useSecond } from '#web/platform/clock/clock.ts';
import { formatDateTime, formatQuantity, formatTime, formatWeekday, formatZone } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './live-clock.module.css';

/**
 * Shows the server's time in the person's time zone. The tooltip shows the clock's uncertainty, and how far the
 * computer's own clock is off.
 */
export function LiveClock({ withDay = false }: { withDay?: boolean }) {
  const say = useSay();
  const language = useLanguage();
  const second = useSecond();
  const uncertainty = clockUncertaintyMs();
  const note =
    uncertainty === undefined
      ? say('shell.clockUnsure')
      : say('shell.clockSure', {
          ms: formatQuantity(Math.ceil(uncertainty)),
          off: formatQuantity(Math.abs(Math.round(pcClockOffMs()))),
        });
  return (
    <Hint label={note}>
      <time className={css.clock} dateTime={new Date(second).toISOString()}>
        {withDay && <span className={css.day}>{formatWeekday(second, language)}</span>}
        <span>{withDay ? formatDateTime(second, language) : formatTime(second)}</span>
        <span className={css.zone}>{formatZone(second)}</span>
      </time>
    </Hint>
  );
}
