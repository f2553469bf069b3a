import { Anchor, Button } from '@mantine/core';
import '@mantine/core/styles/Anchor.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { TextField } from '#web/design/fields/text-field.tsx';
import type { Field } from '#web/design/forms/use-form.ts';
import { focusOnArrival } from '#web/design/layout/focus-on-arrival.ts';
import css from '#web/identity/sign-in/sign-in.module.css';
import { paths } from '#web/paths.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** Parts of the pages on which people who are not signed in get an account or a password. */

/** The field for the person's own email address. */
export const EmailField = (field: Field<string> & { autoFocus?: boolean }) => (
  <TextField
    {...field}
    label="identity.email"
    size="md"
    type="email"
    inputMode="email"
    name="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
  />
);

/** A link to the sign-in page, for a person who does not go on here. */
export function BackToSignIn() {
  const say = useSay();
  return (
    <Anchor component={Link} to={paths.login} className={css.link}>
      <IconArrowLeft size={16} aria-hidden />
      {say('identity.backToSignIn')}
    </Anchor>
  );
}

type Words = { readonly title: PhraseKey; readonly note: PhraseKey };

/** Says that a link has ended, and leads to the sign-in. */
export function LinkOver({ title, note }: Words) {
  const say = useSay();
  return (
    <div className={css.form}>
      <h1 className={css.title}>{say(title)}</h1>
      <p role="alert">{say(note)}</p>
      <BackToSignIn />
    </div>
  );
}

/** Says that everything is ready for this person to sign in, and leads there. */
export function ReadyToSignIn({ title, note, username }: { title: string; note: string; username: string }) {
  const say = useSay();
  return (
    <div className={css.form} role="status">
      <h1 className={css.title}>{title}</h1>
      <p className={css.note}>{note}</p>
      <Button component={Link} ref={focusOnArrival} to={paths.login} state={{ username }} size="md" fullWidth>
        {say('identity.toSignIn')}
      </Button>
    </div>
  );
}
