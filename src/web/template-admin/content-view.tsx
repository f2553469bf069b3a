import { useState } from 'react';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#domain/basics/language.ts';
import { Segments } from '#web/design/layout/segments.tsx';
import { LANGUAGE_NAMES } from '#web/template-admin/template-looks.tsx';
import type { TemplateContent } from '#contract/template.ts';
import { DocumentReader } from '#web/document/document-reader.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './content-view.module.css';

type Props = { content: TemplateContent | null; language: Language };

/** The content of a document in one language, as its readers see it. */
function ContentView({ content, language }: Props) {
  const say = useSay();
  if (!content) return <p className={css.nothing}>{say('template.nothingInLanguage')}</p>;
  return (
    <div className={css.view} lang={LANGUAGE_TAGS[language]}>
      <DocumentReader content={content} topLevel={3} />
    </div>
  );
}

/** The content in each language; null where there is none. `first` is the language shown first. */
type ContentsProps = { contents: Readonly<Record<Language, TemplateContent | null>>; first: Language };

/** The content of a document, with a choice of the language. */
export function Contents({ contents, first }: ContentsProps) {
  const say = useSay();
  const [language, setLanguage] = useState(first);
  return (
    <>
      <Segments
        label={say('shell.language')}
        segments={LANGUAGES.map((value) => ({ value, label: say(LANGUAGE_NAMES[value]) }))}
        value={language}
        onChange={setLanguage}
      />
      <ContentView content={contents[language]} language={language} />
    </>
  );
}
