import type { TemplateContent } from '#contract/template.ts';
import type { Language } from '#domain/basics/language.ts';
import { DocumentReader } from '#web/document/document-reader.tsx';
import { LANGUAGE_TAGS } from '#web/platform/phrases/language.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './content-view.module.css';

type Props = { content: TemplateContent | null; language: Language };

/** What a document says in one language, as its readers are shown it. */
export function ContentView({ content, language }: Props) {
  const say = useSay();
  if (!content) return <p className={css.nothing}>{say('template.nothingInLanguage')}</p>;
  return (
    <div className={css.view} lang={LANGUAGE_TAGS[language]}>
      <DocumentReader content={content} topLevel={3} />
    </div>
  );
}
