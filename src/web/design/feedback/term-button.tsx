import { IconHelpCircle } from '@tabler/icons-react';
import { Hint } from '#web/design/dialogs/hint.tsx';
import type { Term } from '#web/design/feedback/term-name.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './term.module.css';

/** Explains a term on hover, on keyboard focus and on touch. */
export default function TermButton({ term }: { term: Term }) {
  const say = useSay();
  return (
    <Hint label={say(`term.${term}`)}>
      <button type="button" className={css.button} aria-label={say('term.explain')}>
        <IconHelpCircle size={15} aria-hidden />
      </button>
    </Hint>
  );
}
