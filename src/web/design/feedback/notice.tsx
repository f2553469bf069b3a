import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '#web/design/feedback/tone.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './notice.module.css';

type Props = { tone: Tone; icon: Icon; title: PhraseKey | { text: string }; children?: ReactNode };

/** An important message at the top of a page. */
export function Notice({ tone, icon: Picture, title, children }: Props) {
  const say = useSay();
  return (
    <div className={css.notice} data-tone={tone} role="status">
      <Picture size={20} aria-hidden />
      <div className={css.words}>
        <strong>{typeof title === 'string' ? say(title) : title.text}</strong>
        {children}
      </div>
    </div>
  );
}
