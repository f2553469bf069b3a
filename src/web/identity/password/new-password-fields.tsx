import { IconCheck, IconCircle, IconX } from '@tabler/icons-react';
import { holdsPasswordPart, PASSWORD_PART_NAMES, type PasswordPart } from '#domain/identity/password.ts';
import type { NewPassword } from '#domain/identity/new-password.ts';
import { PasswordField } from '#web/design/fields/password-field.tsx';
import type { FormPart } from '#web/design/forms/use-form.ts';
import { type PhraseKey, useSay } from '#web/platform/phrases/phrase.ts';
import css from './password-rules.module.css';

type Props = { label: PhraseKey; form: FormPart<NewPassword>; autoFocus?: boolean };

/** The fields for a new password, which is typed twice. Each rule that the typed password meets gets a tick. */
export function NewPasswordFields({ label, form, autoFocus }: Props) {
  const password = form.field('Password');
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        size="md"
        name="new-password"
        autoComplete="new-password"
        autoFocus={autoFocus ?? false}
        rules={<PasswordRules password={password.value} isRefused={password.refusal !== undefined} />}
      />
      <PasswordField
        {...form.field('ConfirmPassword')}
        label="identity.confirmPassword"
        size="md"
        name="confirm-password"
        autoComplete="new-password"
      />
    </>
  );
}

const WORDS: Record<PasswordPart, PhraseKey> = {
  length: 'identity.ruleLength',
  lowercase: 'identity.ruleLowercase',
  uppercase: 'identity.ruleUppercase',
  digit: 'identity.ruleDigit',
  special: 'identity.ruleSpecial',
  noSpace: 'identity.ruleNoSpace',
};
const PICTURES = { met: IconCheck, open: IconCircle, wrong: IconX };
const STATES = { met: 'identity.ruleMet', open: 'identity.ruleOpen', wrong: 'identity.ruleOpen' } as const;

/**
 * The rules of a password. Each rule that the typed password meets gets a tick. Once the field shows an error, the
 * other rules are emphasized.
 */
function PasswordRules({ password, isRefused }: { password: string; isRefused: boolean }) {
  const say = useSay();
  const met = PASSWORD_PART_NAMES.filter((part) => holdsPasswordPart(part, password));
  return (
    <>
      <ul className={css.rules}>
        {PASSWORD_PART_NAMES.map((part) => {
          const state = met.includes(part) ? 'met' : isRefused ? 'wrong' : 'open';
          const Picture = PICTURES[state];
          return (
            <li key={part} className={css.rule} data-state={state}>
              <Picture size={14} stroke={state === 'open' ? 1.5 : 2.5} aria-hidden />
              <span>
                {say(WORDS[part])}
                <span className="visually-hidden">{` (${say(STATES[state])})`}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <span className="visually-hidden" role="status">
        {password && say('identity.rulesMet', { met: met.length, all: PASSWORD_PART_NAMES.length })}
      </span>
    </>
  );
}
