import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconMapOff, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText, useSay, type PhraseKey, type PhraseParams } from '#web/platform/phrases/phrase.ts';
import css from './empty-state.module.css';

type Props = {
  title: PhraseKey;
  titleParams?: PhraseParams;
  /** Explains the reason and the next step. */
  hint?: PhraseKey;
  icon?: Icon;
  children?: ReactNode;
  tone?: 'quiet' | 'bad';
  /** True if this state replaces a whole page. Its title is then the page's only h1. */
  isPage?: boolean;
};

/** Explains why a list is empty. `children` offers the next step. */
export function EmptyState(props: Props) {
  const { title, titleParams, hint, icon: Picture = IconInbox, children, tone = 'quiet', isPage = false } = props;
  const Heading = isPage ? 'h1' : 'h2';
  const say = useSay();
  const id = useId();
  return (
    <section className={css.empty} data-tone={tone} aria-labelledby={id}>
      <span className={css.picture} aria-hidden>
        <Picture size={28} stroke={1.5} />
      </span>
      <Heading className={css.title} id={id}>
        {say(title, titleParams)}
      </Heading>
      {hint && <p className={css.hint}>{say(hint)}</p>}
      {children && <div className={css.next}>{children}</div>}
    </section>
  );
}

/** Shows that loading failed, the reason, a code to quote, and a retry button. */
export function ErrorState({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  const say = useSay();
  const textOf = useErrorText();
  return (
    <EmptyState title="shell.loadFailed" icon={IconAlertTriangle} tone="bad">
      <p className={css.hint}>{textOf(error)}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {say('action.retry')}
        </Button>
      )}
      <code className={css.code}>{error.code}</code>
    </EmptyState>
  );
}

/** Shown for a thing that does not exist, and for a thing that this person may not see (docs/rules.md#layout). */
export function NotFound() {
  const say = useSay();
  return (
    <EmptyState title="shell.notFound" hint="shell.notFoundHint" icon={IconMapOff} isPage>
      <Button variant="default" component={Link} to="/">
        {say('shell.toStart')}
      </Button>
    </EmptyState>
  );
}
