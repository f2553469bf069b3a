import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { TemplateContent } from '#contract/template.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Section } from '#web/document/clean-html.ts';
import { DocumentReader } from '#web/document/document-reader.tsx';
import css from './document-with-sections.module.css';

/** A document on its own page, with a table of contents made of its headings. Each heading can be linked. */
export function DocumentWithSections({ content }: { content: TemplateContent }) {
  const [sections, setSections] = useState<readonly Section[]>();
  useArrival(sections);
  const contents = sections && belowTitle(sections);
  return (
    <div className={css.columns}>
      {/* Nearly every document has headings, so the place for the contents is reserved until the text is loaded. */}
      {contents?.length !== 0 && <Contents sections={contents ?? []} />}
      <article className={css.paper}>
        <DocumentReader content={content} topLevel={2} onShown={setSections} />
      </article>
    </div>
  );
}

/**
 * Returns the sections for the table of contents. If the first heading alone has the highest level, this heading is the
 * document's title and is left out.
 */
function belowTitle(sections: readonly Section[]): readonly Section[] {
  const isTitled = sections[0]?.level === 0 && sections.filter(({ level }) => level === 0).length === 1;
  return isTitled ? sections.slice(1).map((section) => ({ ...section, level: section.level - 1 })) : sections;
}

/** The table of contents. It is beside the text on wide screens, and collapsed above the text on narrow screens. */
function Contents({ sections }: { sections: readonly Section[] }) {
  const say = useSay();
  const list = (
    <ol className={css.list}>
      {sections.map(({ id, level, text }) => (
        <li key={id} data-level={level}>
          <Link to="." search={(before: object) => before} hash={id} className={css.link}>
            {text}
          </Link>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav className={css.beside} aria-label={say('reading.contents')}>
        <h2 className={css.title}>{say('reading.contents')}</h2>
        {list}
      </nav>
      <details className={css.above}>
        <summary>{say('reading.contents')}</summary>
        {list}
      </details>
    </>
  );
}

/** Scrolls to the section in the address as soon as the text is shown. */
function useArrival(sections: readonly Section[] | undefined): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (sections?.some(({ id }) => id === hash)) document.getElementById(hash)?.scrollIntoView();
  }, [sections, hash]);
}
