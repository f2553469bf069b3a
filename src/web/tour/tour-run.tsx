import { Tour } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Tour.layer.css';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { TourOutcome } from '#contract/tour.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { presentSteps, type ShownStep, type StepName, type TourPage } from '#web/tour/tour-steps.ts';
import { WatchVideo } from '#web/tour/watch-video.tsx';
import css from './tour-run.module.css';

type Props = { page: TourPage; onEnd: (outcome: TourOutcome) => void };
type TourStep = ShownStep<HTMLElement> & { readonly target: { readonly current: HTMLElement | null } };

const MOVING_MS = 200;

const stepsOf = (page: TourPage): readonly TourStep[] =>
  presentSteps(page, findPlace).map((step) => ({ ...step, target: { current: step.place ?? null } }));

/**
 * Runs a page's tour. A step is left out if its target is not on the page at the start. The tour traps the keyboard
 * focus.
 */
export function TourRun({ page, onEnd }: Props) {
  const say = useSay();
  const isStill = useReducedMotion();
  const [steps] = useState(() => stepsOf(page));
  const [at, setAt] = useState(0);
  // While the video is open, keys control the video and not the tour.
  const [isFilmOpen, setIsFilmOpen] = useState(false);
  useFocusBack();
  const isLast = at === steps.length - 1;
  return (
    <Tour
      active
      step={at}
      onStepChange={setAt}
      onClose={() => onEnd(isLast ? 'finished' : 'dismissed')}
      className={css.tour}
      classNames={{
        tooltip: css.words,
        title: css.title,
        body: css.text,
        stepCounter: css.counter,
        navigationButton: css.button,
      }}
      data-last={isLast || undefined}
      withCloseButton={false}
      closeOnEscape={!isFilmOpen}
      withKeyboardNavigation={!isFilmOpen}
      closeOnOverlayClick
      scrollToHandler={bringIntoView}
      spotlightPadding={6}
      overlayColor="var(--gl-shade)"
      transitionProps={{ duration: isStill ? 0 : MOVING_MS, transition: 'fade' }}
      stepTransitionDuration={isStill ? 0 : MOVING_MS}
      labels={{
        skip: say('tour.skip'),
        back: say('tour.back'),
        next: say('tour.next'),
        close: say('tour.done'),
        stepCounter: (current, total) => say('tour.counter', { current, total }),
      }}
    >
      {steps.map(({ name, place, target }) => (
        <Tour.Step
          key={name}
          {...(place && { target })}
          // The focus stays on the pressed button, so a screen reader must announce the new step.
          title={<span aria-live="polite">{say(`tour.${name}Title`)}</span>}
        >
          <span aria-live="polite">{say(`tour.${name}Text`)}</span>
          {name === 'liveAuctions' && (
            <span className={css.film}>
              <WatchVideo size="xs" onToggle={setIsFilmOpen} />
            </span>
          )}
        </Tour.Step>
      ))}
    </Tour>
  );
}

/** Moves the focus back after the tour. The library would do this only if it was mounted before the tour opened. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}

/**
 * Returns the first visible element with this name. There may be several, because cards and tables use the same names.
 */
const findPlace = (name: StepName): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-tour~="${name}"]`)].find(
    (element) => element.getClientRects().length > 0,
  );

/** The height that a tour's words need above or below a target, in pixels. */
const WORDS_PX = 230;

/** Scrolls a target to the middle if a bar covers it, or if the words fit neither above nor below it. */
function bringIntoView(place: HTMLElement): void {
  const { top, bottom } = place.getBoundingClientRect();
  const hasRoom = Math.max(top, window.innerHeight - bottom) >= WORDS_PX;
  if (hasRoom && isBare(place, top + 1) && isBare(place, bottom - 1)) return;
  place.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/**
 * Returns whether the page leaves the target uncovered at height `y`. The tour itself, which is in a portal, does not
 * count.
 */
function isBare(place: HTMLElement, y: number): boolean {
  const { left, width } = place.getBoundingClientRect();
  const over = document.elementsFromPoint(left + width / 2, y).find((one) => !one.closest('[data-portal]'));
  return place.contains(over ?? null);
}
