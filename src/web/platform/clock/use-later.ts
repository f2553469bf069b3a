import { useCallback, useEffect, useState } from 'react';

/**
 * A part of the page that comes after it: when `bring` is called, or by itself so long after the page stands. Unlike what
 * is suspended, it is drawn at once from then on, so that no key is lost between a press and what it opens.
 */
export function useLater<Part>(
  load: () => Promise<Part>,
  afterMs: number,
): [part: Part | undefined, bring: () => void] {
  const [part, setPart] = useState<{ readonly here: Part }>();
  const bring = useCallback(
    // What doesn't come is asked for again by the next press.
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
