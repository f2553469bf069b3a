import { TextField } from '#web/design/fields/text-field.tsx';
import type { Field } from '#web/design/forms/use-form.ts';

/** The username that somebody signs up with. */
export const UsernameField = (field: Field<string>) => (
  <TextField
    {...field}
    label="identity.username"
    help="identity.usernameHelp"
    size="md"
    name="username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    autoFocus
  />
);
