import { useEffect, useState } from 'react';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { forgetTyped, keepTyped, leaveTyped, readTyped, typedPlace } from '#web/platform/storage/typed.ts';
import type { Slot } from '#web/bidding/entry/initial-slots.ts';

type KeptSlots = { readonly slots: readonly Slot[] };
/** Whatever stood when it was typed: what stands now is merged in. */
const ANYTHING: KeptSlots = { slots: [] };

/** What was typed on the entry page before the session ended, if anything was. */
export function useKeptSlots() {
  const [kept] = useState(() => {
    const place = typedPlace('initial-bids');
    return { place, slots: place && readTyped(place, ANYTHING)?.slots };
  });
  return kept;
}

/**
 * From then on it is kept as any form's is, and left only after a question. While it is under review, the browser's Back
 * leads to the fields by `stepBack`.
 */
export function useKeepSlots(
  { place }: ReturnType<typeof useKeptSlots>,
  slots: readonly Slot[] | undefined,
  { isTyped, stepBack }: { isTyped: boolean; stepBack: (() => void) | undefined },
): void {
  useLeaveGuard(isTyped, stepBack);
  useEffect(() => {
    if (!place || !slots) return;
    if (isTyped) keepTyped(place, ANYTHING, { slots } satisfies KeptSlots);
    else forgetTyped(place);
  }, [place, slots, isTyped]);
  useEffect(() => (place ? () => leaveTyped(place) : undefined), [place]);
}
