import { PasswordField } from '#web/design/fields/password-field.tsx';
import type { Field } from '#web/design/forms/use-form.ts';
import { PasswordRules } from '#web/identity/password/password-rules.tsx';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = {
  label: PhraseKey;
  password: Field<string>;
  confirmation: Field<string>;
  autoFocus?: boolean;
};

/** A new password, twice; its rules tick off while one types. */
export function NewPasswordFields({ label, password, confirmation, autoFocus }: Props) {
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
        {...confirmation}
        label="identity.confirmPassword"
        size="md"
        name="confirm-password"
        autoComplete="new-password"
      />
    </>
  );
}
