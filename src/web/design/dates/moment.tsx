import { formatDateTime, formatUtc } from '#web/platform/format/format.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';

/** Shows an instant in the reader's time zone, with a UTC tooltip. */
export function Moment({ at }: { at: string }) {
  return (
    <time className="figure" dateTime={at} title={formatUtc(at)}>
      {formatDateTime(at, useLanguage())}
    </time>
  );
}
