import { Button, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Hint } from '#web/design/dialogs/hint.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = Pick<ButtonProps, 'variant' | 'size' | 'leftSection' | 'loading'> & {
  /** For an action that cannot be undone. */
  isDangerous?: boolean;
  /** Why it is disabled; undefined if it is enabled. */
  reason?: PhraseKey | undefined;
  /** An accessible name that includes the subject, for people who hear it out of context. */
  name?: string;
  type?: 'button' | 'submit';
  onClick?: () => void;
  children: ReactNode;
};

/** Mantine's own reds miss a contrast of 4.5:1 on tinted backgrounds. */
const DANGEROUS = { '--button-color': 'var(--gl-bad-ink)', '--button-hover': 'var(--gl-bad-soft)' };

/** A button that, when disabled, stays reachable by keyboard and screen readers and states the reason. */
export function ReasonButton({ reason, name, type = 'button', onClick, children, isDangerous, ...looks }: Props) {
  const say = useSay();
  const id = useId();
  if (!reason) {
    return (
      <Button {...looks} {...(isDangerous && { style: DANGEROUS })} type={type} onClick={onClick} aria-label={name}>
        {children}
      </Button>
    );
  }
  return (
    <Hint label={say(reason)}>
      <Button
        {...looks}
        type="button"
        variant="default"
        data-disabled
        aria-disabled
        aria-label={name}
        aria-describedby={id}
        onClick={(event) => event.preventDefault()}
      >
        {children}
        <span className="visually-hidden" id={id}>
          {say(reason)}
        </span>
      </Button>
    </Hint>
  );
}
