import { useCallback, useEffect, useState } from 'react';

/**
 * Loads a part of the page later: when `bring` is called, or `afterMs` after the page was drawn. Unlike a suspended
 * component, a loaded part is drawn at once, so no key is lost between a press and what it opens.
 */
export function useDeferredLoad<Part>(
  load: () => Promise<Part>,
  afterMs: number,
): [part: Part | undefined, bring: () => void] {
  const [part, setPart] = useState<{ readonly here: Part }>();
  const bring = useCallback(
    // After a failure the next press loads it again.
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
