import { Button, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Hint } from '#web/design/dialogs/hint.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = Pick<ButtonProps, 'variant' | 'size' | 'leftSection' | 'loading'> & {
  /** For what can't be undone. */
  isDangerous?: boolean;
  /** Why it can't be pressed; without a reason it can. */
  reason?: PhraseKey | undefined;
  /** For those who hear it out of its place: names what it is about. */
  name?: string;
  type?: 'button' | 'submit';
  onClick?: () => void;
  children: ReactNode;
};

/** Mantine's own reds miss 4.5:1 on tinted grounds. */
const DANGEROUS = { '--button-color': 'var(--gl-bad-ink)', '--button-hover': 'var(--gl-bad-soft)' };

/** A button that, when it is closed, stays in reach of keyboard and screen readers and says why. */
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
