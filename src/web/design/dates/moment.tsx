import { formatDateTime, formatUtc } from '#web/platform/format/format.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';

/** An instant in the reader's time zone; in UTC when pointed at. */
export function Moment({ at }: { at: string }) {
  return (
    <time className="figure" dateTime={at} title={formatUtc(at)}>
      {formatDateTime(at, useLanguage())}
    </time>
  );
}
