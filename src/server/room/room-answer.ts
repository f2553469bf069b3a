import type { BidId } from '#domain/basics/ids.ts';
import type { Refused } from '#server/platform/http/refused.ts';

/** What a bidding call is answered with: stored with its key, so that a repeat gets the very same (rules 3.1). */
export type RoomAnswer =
  | { readonly ok: true; readonly bidIds: readonly BidId[]; readonly version: number; readonly receivedAt: string }
  | {
      readonly ok: false;
      readonly refused: Pick<Refused, 'code' | 'params' | 'fields'>;
    };
