import { useEffect, useSyncExternalStore } from 'react';
import { standingToast } from '#web/design/feedback/toast.tsx';
import { useErrorText } from '#web/platform/phrases/phrase.ts';

function onChange(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}

/** Says that there is no network for as long as there is none, whatever page one is on (specification 8). */
export function NetworkWatch() {
  const textOf = useErrorText();
  const isOnline = useSyncExternalStore(onChange, () => navigator.onLine);
  useEffect(
    () => (isOnline ? undefined : standingToast('bad', textOf({ code: 'connection_lost' }))),
    [isOnline, textOf],
  );
  return null;
}
