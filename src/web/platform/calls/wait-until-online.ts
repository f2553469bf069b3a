/**
 * Resolves as soon as the browser reports a network.
 * @throws the signal's reason if the signal is aborted first
 */
export function waitUntilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!signal.aborted && !navigator.onLine) return;
      window.removeEventListener('online', look);
      signal.removeEventListener('abort', look);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    window.addEventListener('online', look);
    signal.addEventListener('abort', look);
    look();
  });
}
