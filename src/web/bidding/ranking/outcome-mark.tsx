import { IconCircleCheck, IconCircleDashed, IconCircleHalf2, IconCircleX } from '@tabler/icons-react';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Outcome } from '#web/bidding/room/room-view.ts';

/**
 * The color, word and icon of each outcome. Winning and losing differ in all three (teal and orange, never red and
 * green).
 */
export const OUTCOME_MARKS = {
  winning: { tone: 'good', label: 'room.winning', icon: IconCircleCheck },
  partly: { tone: 'info', label: 'room.winningPart', icon: IconCircleHalf2 },
  losing: { tone: 'warn', label: 'room.losing', icon: IconCircleX },
  none: { tone: 'quiet', label: 'room.noBid', icon: IconCircleDashed },
} as const satisfies Record<Outcome, { tone: Tone; label: PhraseKey; icon: typeof IconCircleCheck }>;

/** Shows the outcome of the own bids on an item as a badge. */
export const OutcomeBadge = ({ outcome }: { outcome: Outcome }) => <StatusBadge {...OUTCOME_MARKS[outcome]} />;

/** Returns the outcome of a single bid. */
export const outcomeOfRow = (won: number, quantity: number): Exclude<Outcome, 'none'> =>
  won === 0 ? 'losing' : won === quantity ? 'winning' : 'partly';
