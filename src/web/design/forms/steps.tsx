import { IconCheck } from '@tabler/icons-react';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './steps.module.css';

type Props = { label: PhraseKey; steps: readonly PhraseKey[]; /** How many of them are done. */ done: number };

/** How far something has come that takes a few steps; the one after those that are done is the present one. */
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
