import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { EmptyState, ErrorState, NotFound } from '#web/design/empty-state.tsx';
import { ApiError } from '#web/platform/api-error.ts';
import { useSay } from '#web/platform/phrase.ts';

/** A page that couldn't load, or broke: what happened, and another try. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const say = useSay();
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
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
