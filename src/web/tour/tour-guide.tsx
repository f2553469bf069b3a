import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, useEffect, useRef } from 'react';
import type { TourOutcome } from '#contract/tour.ts';
import { env } from '#web/platform/page/env.ts';
import { TYPING } from '#web/platform/page/typing.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { seenToursQuery, useRememberTour } from '#web/tour/seen-tours.ts';
import { TOUR_OF, type TourPage } from '#web/tour/tour-steps.ts';

/** Lazy-loaded with its library, because only a running tour needs it. */
const TourRun = lazy(async () => ({ default: (await import('#web/tour/tour-run.tsx')).TourRun }));

type Props = {
  page: TourPage;
  /**
   * True if the tour may start automatically on the first visit: its targets are on the page, and enough time is left.
   */
  mayBegin?: boolean;
  /**
   * True while something else matters more, such as the last minute of a countdown. Then no tour starts, and a running
   * one ends.
   */
  isUrgent?: boolean;
  size?: 'xs' | 'sm';
};

/**
 * The button that starts the tour, if the deployment has tours. On the person's first visit of a page, the tour starts
 * automatically.
 */
export const TourGuide = (props: Props) => (env().flags.tourGuide ? <Guide {...props} /> : null);

function Guide({ page, mayBegin = false, isUrgent = false, size = 'sm' }: Props) {
  const say = useSay();
  const tour = TOUR_OF[page];
  const { data: seen } = useQuery(seenToursQuery);
  const remember = useRememberTour(tour);
  const [isRunning, setIsRunning] = useState(false);
  if (isRunning && isUrgent) setIsRunning(false);
  const isNew = seen !== undefined && !seen.items.some((one) => one.tour === tour);
  useFirstVisit(mayBegin && isNew && !isUrgent, () => setIsRunning(true));
  const end = (outcome: TourOutcome) => {
    setIsRunning(false);
    remember(outcome);
  };
  return (
    <>
      <Button
        size={size}
        variant="default"
        data-tour="again"
        leftSection={<IconRoute size={16} aria-hidden />}
        disabled={isUrgent}
        onClick={() => setIsRunning(true)}
      >
        {say('tour.start')}
      </Button>
      {isRunning && (
        <Suspense>
          <TourRun page={page} onEnd={end} />
        </Suspense>
      )}
    </>
  );
}

/** The interval at which the page is checked before a tour starts automatically, in milliseconds. */
const SETTLED_MS = 800;

const isCalm = (): boolean =>
  document.visibilityState === 'visible' &&
  document.querySelector('dialog[open], [role="dialog"]') === null &&
  document.activeElement?.closest(TYPING) == null;

/**
 * Calls `start` once, as soon as `isDue` is true and the page is calm: no dialog is open, and the person is not typing.
 * If the person has already used the page, nothing starts before the next visit.
 */
function useFirstVisit(isDue: boolean, start: () => void): void {
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
