import type { ReadDocument } from '#contract/template.ts';
import { formatDate } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './document.module.css';

type Props = { document: Pick<ReadDocument, 'version' | 'updatedTime' | 'language' | 'isInReadersLanguage'> };

/** Which version it is, since when it stands, and that it isn't in the reader's language where it isn't. */
export function DocumentFacts({ document: { version, updatedTime, language, isInReadersLanguage } }: Props) {
  const say = useSay();
  const date = formatDate(updatedTime, useLanguage());
  return (
    <p className={css.facts}>
      <time dateTime={updatedTime}>{say('reading.versionOf', { version, date })}</time>
      {!isInReadersLanguage && <span className={css.only}>{say(`reading.only.${language}`)}</span>}
    </p>
  );
}
