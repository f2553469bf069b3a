import type { ReadDocument } from '#contract/template.ts';
import { formatDate } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './document.module.css';

type Props = { document: Pick<ReadDocument, 'version' | 'updatedTime' | 'language' | 'isInReadersLanguage'> };

/** The version and its date, and a note if the document is not in the reader's language. */
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
