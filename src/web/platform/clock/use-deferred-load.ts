import { useCallback, useEffect, useState } from 'react';

/**
 * Loads a part of the page when `bring` is called, or `afterMs` after the page was drawn. Unlike a lazy component, a
 * loaded part renders immediately. No key press is lost between pressing a button and opening the part.
 */
export function useDeferredLoad<Part>(
  load: () => Promise<Part>,
  afterMs: number,
): [part: Part | undefined, bring: () => void] {
  const [part, setPart] = useState<{ readonly here: Part }>();
  const bring = useCallback(
    // After a failure, the next call of `bring` loads the part again.
    () =>
      void load().then(
        (here) => setPart((known) => known ?? { here }),
        () => undefined,
      ),
    [load],
  );
  useEffect(() => {
    const timer = setTimeout(bring, afterMs);
    return () => clearTimeout(timer);
  }, [bring, afterMs]);
  return [part?.here, bring];
}
