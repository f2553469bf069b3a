import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { EmptyState, ErrorState, NotFound } from '#web/design/feedback/empty-state.tsx';
import { ApiError, isUnanswered } from '#web/platform/calls/api-error.ts';
import { waitForServer } from '#web/platform/calls/wait-for-server.ts';
import { reloadPage, ChunkMissing } from '#web/platform/chunks/reload-page.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Shown with a retry button if a page could not be loaded or threw an error. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const say = useSay();
  const router = useRouter();
  const retry = () => {
    if (error instanceof ChunkMissing) return void reloadPage();
    reset();
    void router.invalidate();
  };
  const wasOffline = error instanceof ApiError && error.code === 'connection_lost';
  // If a page failed without a network, loads the page again when the network returns.
  const backOnline = useEffectEvent(async (signal: AbortSignal) => {
    if (!(error instanceof ApiError && isUnanswered(error))) return;
    await waitForServer(signal);
    if (!signal.aborted) retry();
  });
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    window.addEventListener('online', () => void backOnline(signal), { signal });
    // If the network returned before this component was drawn, no event reports it.
    if (wasOffline && navigator.onLine) void backOnline(signal);
    return () => gone.abort();
  }, [wasOffline]);
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
