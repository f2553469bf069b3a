import { useState } from 'react';
import { BASE_LANGUAGES, languageTag, type BaseLanguage } from '#domain/basics/language.ts';
import { Segments } from '#web/design/layout/segments.tsx';
import type { TemplateContent } from '#contract/template.ts';
import { DocumentReader } from '#web/document/document-reader.tsx';
import { languageName } from '#web/platform/phrases/language.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './content-view.module.css';

type Props = { content: TemplateContent | null; language: BaseLanguage };

/** The content of a document in one language, as its readers see it. */
function ContentView({ content, language }: Props) {
  const say = useSay();
  if (!content) return <p className={css.nothing}>{say('template.nothingInLanguage')}</p>;
  return (
    <div className={css.view} lang={languageTag(language)}>
      <DocumentReader content={content} topLevel={3} />
    </div>
  );
}

/** The content in each language; null where there is none. `first` is the language shown first. */
type ContentsProps = { contents: Readonly<Record<BaseLanguage, TemplateContent | null>>; first: BaseLanguage };

/** The content of a document, with a choice of the language. */
export function Contents({ contents, first }: ContentsProps) {
  const say = useSay();
  const [language, setLanguage] = useState(first);
  return (
    <>
      <Segments
        label={say('shell.language')}
        segments={BASE_LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        value={language}
        onChange={setLanguage}
      />
      <ContentView content={contents[language]} language={language} />
    </>
  );
}
