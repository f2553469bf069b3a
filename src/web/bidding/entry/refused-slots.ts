import type { FieldError } from '#contract/errors/errors.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import type { Slot } from '#web/bidding/entry/initial-slots.ts';

/** What the server refused, beside the fields of the slots that it was about. */
export type RefusedSlots = Readonly<Record<string, Readonly<Record<string, FieldError>>>>;

/** `bids.2.price` of the call becomes `price` of the slot that was sent third. */
export function refusedSlots(error: Pick<ApiError, 'fields'>, sent: readonly Slot[]): RefusedSlots {
  const refused: Record<string, Record<string, FieldError>> = {};
  for (const [name, field] of Object.entries(error.fields)) {
    const [, index, part] = /^bids\.(\d+)\.(\w+)$/.exec(name) ?? [];
    const slot = index === undefined ? undefined : sent[Number(index)];
    if (slot && part) refused[slot.slotId] = { ...refused[slot.slotId], [part]: field };
  }
  return refused;
}

/** A slot complains no more about what was refused once something in it changed. */
export const withoutSlot = (refused: RefusedSlots, slotId: string): RefusedSlots =>
  slotId in refused ? Object.fromEntries(Object.entries(refused).filter(([other]) => other !== slotId)) : refused;
