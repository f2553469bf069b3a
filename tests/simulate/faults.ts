import type { Chance } from '#testing/world/chance.ts';

/** Faults of one auction, with their probabilities. A seed has some of them, or none. */
export type Faults = {
  /** Turned off before the end, so that all work can finish. */
  isOn: boolean;
  readonly crash: number;
  readonly brokenWire: number;
  readonly slowWire: number;
  readonly droppedSocket: number;
  readonly lostCall: number;
  readonly doubledCall: number;
  readonly lostWakeUp: number;
  crashesLeft: number;
};

export function someFaults(chance: Chance): Faults {
  const sometimes = (probability: number): number => (chance.happens(0.5) ? probability : 0);
  return {
    isOn: true,
    crash: sometimes(1 / 600),
    brokenWire: sometimes(1 / 200),
    slowWire: sometimes(1 / 100),
    droppedSocket: sometimes(1 / 40),
    lostCall: sometimes(1 / 10),
    doubledCall: sometimes(1 / 5),
    lostWakeUp: sometimes(1 / 5),
    crashesLeft: 6,
  };
}
