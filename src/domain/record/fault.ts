import type { Refusal } from '#domain/basics/result.ts';

/** What can be wrong with a record; the words stand in the phrases, `fault.<kind>`. */
export const FAULT_KINDS = [
  'notHead',
  'notEntry',
  'notSeal',
  'noLineFeed',
  'otherNumber',
  'otherHash',
  'createdTwice',
  'afterClosing',
  'refusedInTime',
  'closedEarly',
  'noFigures',
  'placedTwice',
  'revisedNothing',
  'otherOffer',
  'backInTime',
  'whilePaused',
  'afterEnd',
  'otherAlias',
  'ofNobody',
  'partNotAllowed',
  'refused',
  'atStart',
  'endedNothing',
  'endedOtherFigures',
  'withdrawnLive',
  'softCloseElsewhere',
  'endElsewhere',
  'movedForNothing',
  'notMoved',
  'notClosed',
  'otherEnd',
  'otherAward',
  'furtherAward',
  'otherSeal',
  'otherKey',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** What is wrong. `said` fills the words: a number, a time, an award; `refusal` is why the rules refuse what stands there. */
export type Found = { readonly what: FaultKind; readonly said?: string; readonly refusal?: Refusal };

/** The first thing that is wrong, and in which line of the record it stands: the head is line 1. */
export type Fault = Found & { readonly line: number };
