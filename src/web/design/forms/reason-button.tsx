import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import type { Area } from '#domain/automation/scope.ts';
import { Hint } from '#web/design/dialogs/hint.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useChangeReason } from '#web/platform/session/change-reason.ts';

type Props = Pick<ButtonProps, 'variant' | 'size' | 'leftSection' | 'loading'> & {
  /** True for an action that cannot be undone. */
  isDangerous?: boolean;
  /** The area that the act changes, if it differs from the area of its page. */
  area?: Area;
  /** The reason why the button is disabled; undefined if it is enabled. */
  reason?: PhraseKey | undefined;
  /** An accessible name that includes the subject, because screen readers also list buttons without their context. */
  name?: string;
  type?: 'button' | 'submit';
  onClick?: () => void;
  /** The page that the button opens, for an act that begins on a page of its own. */
  to?: string;
  search?: object;
  children: ReactNode;
};

/** The colors of a dangerous button. Mantine's own reds miss a contrast of 4.5:1 on tinted backgrounds. */
const DANGEROUS = { '--button-color': 'var(--gl-bad-ink)', '--button-hover': 'var(--gl-bad-soft)' };

/**
 * The button of an act. It stays reachable by keyboard and screen readers while it is disabled, and explains why. It is
 * disabled for administrators whose roles do not allow the changes of this page.
 */
export function ReasonButton({
  reason: ownReason,
  area,
  name,
  type = 'button',
  onClick,
  to,
  search,
  children,
  isDangerous,
  ...looks
}: Props) {
  const say = useSay();
  const id = useId();
  const roleReason = useChangeReason(area);
  const reason = roleReason ?? ownReason;
  if (!reason) {
    return (
      <Button
        {...looks}
        {...(isDangerous && { style: DANGEROUS })}
        {...(to === undefined ? { type, onClick } : { renderRoot: (props) => <Link {...{ to, search }} {...props} /> })}
        aria-label={name}
      >
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
