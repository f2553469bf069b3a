import { IconCheck } from '@tabler/icons-react';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './steps.module.css';

type Props = { label: PhraseKey; steps: readonly PhraseKey[]; /** The number of done steps. */ done: number };

/** Shows the progress of a process in steps. The first step that is not done is the current one. */
export function Steps({ label, steps, done }: Props) {
  const say = useSay();
  return (
    <ol className={css.steps} aria-label={say(label)}>
      {steps.map((step, at) => (
        <li
          key={step}
          className={css.step}
          data-state={at < done ? 'done' : at === done ? 'now' : 'next'}
          aria-current={at === done ? 'step' : undefined}
        >
          <span className={css.number} aria-hidden>
            {at < done ? <IconCheck size={13} stroke={3} /> : at + 1}
          </span>
          <span>{say(step)}</span>
          {at < done && <span className="visually-hidden">{say('shell.stepDone')}</span>}
        </li>
      ))}
    </ol>
  );
}
