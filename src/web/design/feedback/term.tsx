import { lazy, Suspense } from 'react';
import type { Term } from '#web/design/feedback/term-name.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './term.module.css';

const TermButton = lazy(() => import('#web/design/feedback/term-button.tsx'));

/** The question mark beside a term. Its explanation is lazy-loaded, and so is the button. */
export const TermHelp = ({ of: term }: { of: Term }) => (
  <Suspense fallback={<span className={css.place} />}>
    <TermButton term={term} />
  </Suspense>
);

/** Returns the help of a field, with the question mark of a term behind it. */
export const helpOnTerm = (help: PhraseKey, term: Term) => ({ text: <HelpOnTerm {...{ help, term }} /> });

function HelpOnTerm({ help, term }: { help: PhraseKey; term: Term }) {
  const say = useSay();
  return (
    <>
      {say(help)} <TermHelp of={term} />
    </>
  );
}
