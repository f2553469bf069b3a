import { useLayoutEffect, useState, type RefObject } from 'react';

type Sight = { readonly first: number; readonly end: number };

/** Rows beyond either edge that are drawn as well, so that scrolling shows no gap. */
const BEYOND = 5;

/** Which rows of a scrolled area are in sight, where all are equally high: `first` up to, and without, `end`. */
export function useRowsInSight(area: RefObject<HTMLElement | null>, rowPx: number, count: number): Sight {
  const [sight, setSight] = useState<Sight>({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const look = () => {
      const first = Math.floor(element.scrollTop / rowPx);
      const end = Math.ceil((element.scrollTop + element.clientHeight) / rowPx);
      setSight((seen) => (seen.first === first && seen.end === end ? seen : { first, end }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [area, rowPx]);
  const end = Math.min(count, sight.end + BEYOND);
  return { first: Math.max(0, Math.min(sight.first - BEYOND, end)), end };
}
