import { useEffect, useRef } from 'react';
import { TYPING } from '#web/platform/page/typing.ts';

/** How long a page stands still before it is settled. */
const SETTLED_MS = 800;

const isCalm = (): boolean =>
  document.visibilityState === 'visible' &&
  document.querySelector('dialog[open], [role="dialog"]') === null &&
  document.activeElement?.closest(TYPING) == null;

/**
 * Starts something that nobody asked for, once, as soon as it is due, and the page has settled: not over a dialog, nor
 * while somebody types. Whoever has begun to do something on the page is left alone until the next visit.
 */
export function useFirstVisit(isDue: boolean, start: () => void): void {
  const isBusy = useRef(false);
  const begin = useRef(start);
  begin.current = start;
  useEffect(() => {
    const onAct = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('dialog')) isBusy.current = true;
    };
    const acts = ['pointerdown', 'keydown'];
    for (const act of acts) document.addEventListener(act, onAct, true);
    return () => {
      for (const act of acts) document.removeEventListener(act, onAct, true);
    };
  }, []);
  useEffect(() => {
    if (!isDue) return;
    const timer = setInterval(() => {
      if (!isBusy.current && !isCalm()) return;
      clearInterval(timer);
      if (isBusy.current) return;
      isBusy.current = true;
      begin.current();
    }, SETTLED_MS);
    return () => clearInterval(timer);
  }, [isDue]);
}
