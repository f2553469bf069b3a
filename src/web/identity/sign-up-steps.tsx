import { IconCheck } from '@tabler/icons-react';
import { useSay, type PhraseKey } from '#web/platform/phrase.ts';
import css from './sign-up-steps.module.css';

const STEPS = ['account', 'phone', 'code'] as const;
export type SignUpStep = (typeof STEPS)[number];

const WORDS: Record<SignUpStep, PhraseKey> = {
  account: 'identity.stepAccount',
  phone: 'identity.stepPhone',
  code: 'identity.stepCode',
};

/** How far signing up has come. */
export function SignUpSteps({ at }: { at: SignUpStep }) {
  const say = useSay();
  const present = STEPS.indexOf(at);
  return (
    <ol className={css.steps} aria-label={say('identity.steps')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={css.step}
          data-state={index < present ? 'done' : index === present ? 'now' : 'next'}
          aria-current={index === present ? 'step' : undefined}
        >
          <span className={css.number} aria-hidden>
            {index < present ? <IconCheck size={13} stroke={3} /> : index + 1}
          </span>
          {say(WORDS[step])}
          {index < present && <span className="visually-hidden">{say('identity.stepDone')}</span>}
        </li>
      ))}
    </ol>
  );
}
