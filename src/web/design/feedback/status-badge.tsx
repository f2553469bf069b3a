import type { Icon } from '@tabler/icons-react';
import type { Tone } from '#web/design/feedback/tone.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './status-badge.module.css';

type Props = { tone: Tone; label: PhraseKey; icon: Icon; pulsing?: boolean };

/** Shows a status as icon, word and color. The icon or the word alone is enough to recognize the status. */
export function StatusBadge({ tone, label, icon: Picture, pulsing }: Props) {
  const say = useSay();
  return (
    <span className={css.badge} data-tone={tone}>
      <Picture size={14} stroke={2} className={pulsing ? css.pulsing : undefined} aria-hidden />
      {say(label)}
    </span>
  );
}
