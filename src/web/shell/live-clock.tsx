import { Tooltip } from '@mantine/core';
import { clockUncertaintyMs, pcClockOffMs, useSecond } from '#web/platform/clock.ts';
import { formatDateTime, formatTime, formatWeekday, formatZone } from '#web/platform/format.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';
import css from './live-clock.module.css';

/** The server's time in the person's zone; the tooltip tells how sure it is and how far the PC's clock is off. */
export function LiveClock({ withDay = false }: { withDay?: boolean }) {
  const say = useSay();
  const language = useLanguage();
  const second = useSecond();
  const uncertainty = clockUncertaintyMs();
  const note =
    uncertainty === undefined
      ? say('shell.clockUnsure')
      : say('shell.clockSure', { ms: Math.ceil(uncertainty), off: Math.round(pcClockOffMs()) });
  return (
    <Tooltip label={note}>
      <time className={css.clock} dateTime={new Date(second).toISOString()}>
        {withDay && <span className={css.day}>{formatWeekday(second, language)}</span>}
        <span>{withDay ? formatDateTime(second, language) : formatTime(second)}</span>
        <span className={css.zone}>{formatZone(second)}</span>
      </time>
    </Tooltip>
  );
}
