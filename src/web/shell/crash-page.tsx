import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { EmptyState, ErrorState, NotFound } from '#web/design/empty-state.tsx';
import { ApiError, isUnanswered } from '#web/platform/api-error.ts';
import { useSay } from '#web/platform/phrase.ts';

/** A page that couldn't load, or broke: what happened, and another try. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const say = useSay();
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  // What wasn't answered for want of a network is asked for again when there is one.
  const backOnline = useEffectEvent(() => {
    if (error instanceof ApiError && isUnanswered(error)) retry();
  });
  useEffect(() => {
    window.addEventListener('online', backOnline);
    return () => window.removeEventListener('online', backOnline);
  }, []);
  if (error instanceof ApiError) {
    return error.code === 'not_found' ? <NotFound /> : <ErrorState error={error} onRetry={retry} />;
  }
  return (
    <EmptyState title="shell.crashed" hint="shell.crashedHint" icon={IconMoodSad} tone="bad">
      <Button variant="default" onClick={() => location.reload()}>
        {say('shell.reload')}
      </Button>
    </EmptyState>
  );
}
