import type { SignedHead } from '#domain/record/receipt.ts';
import { checkHead, type WatchedMessage } from '#contract/bidding/check-head.ts';
import { ownPlace } from '#web/bidding/receipts/kept-receipts.ts';
import type { Live } from '#web/platform/live/live.ts';
import { storedHead, storeHead, type Evidence } from '#web/platform/storage/receipt-storage.ts';
import { createStore } from '#web/platform/storage/store.ts';

/**
 * The page's knowledge of an auction's history. `isSigned` is undefined if the browser cannot check signatures. `isOff`
 * is true if it can check nothing.
 */
export type Watched = {
  readonly evidence: Evidence | undefined;
  readonly isSigned: boolean | undefined;
  readonly isOff: boolean;
};

/** Milliseconds between two requests for a proof. */
const ASK_AGAIN_MS = 2_000;

/**
 * Watches the history of an auction grow (docs/rules.md#receipts). Each signed head must continue the last one, also
 * across reloads, as the browser stores it. The first head that does not is kept as evidence and reported.
 */
export function watchHistory(live: Live, auctionId: string) {
  const subtle = (globalThis.crypto as Partial<Crypto>).subtle;
  const watched = createStore<Watched>({ evidence: undefined, isSigned: true, isOff: !subtle });
  const place = ownPlace(auctionId);
  let known: SignedHead | undefined;
  let askedAtMs = -ASK_AGAIN_MS;
  // If the storage is disabled, the page watches from its first message on.
  const start = async (): Promise<void> => {
    const stored = await storedHead(place).catch(() => undefined);
    known = stored?.head;
    if (stored?.evidence) watched.set({ ...watched.get(), evidence: stored.evidence });
  };
  let queue: Promise<unknown> = start();
  const keep = (head: SignedHead): void => {
    known = head;
    storeHead(place, { head, evidence: watched.get().evidence }).catch(() => undefined);
  };
  const take = async (message: WatchedMessage): Promise<void> => {
    if (!subtle) return;
    const checked = await checkHead(known, message, subtle);
    if (checked.is === 'extends') {
      watched.set({ ...watched.get(), isSigned: checked.isSigned });
      keep(checked.head);
    } else if (checked.is === 'ask') ask();
    else if ('got' in checked) accuse(checked.is, checked.got);
  };
  const ask = (): void => {
    if (performance.now() - askedAtMs < ASK_AGAIN_MS || known?.seq === undefined || known.seq === null) return;
    askedAtMs = performance.now();
    live.askProof(known.seq);
  };
  const accuse = (what: Evidence['what'], got: SignedHead): void => {
    const seen = known;
    if (seen) live.report({ seen, got });
    if (!watched.get().evidence) watched.set({ ...watched.get(), evidence: { what, seen, got } });
    // The page continues from the new history, so that the next change is found, too.
    if (what === 'changed' || what === 'removed') keep(got);
  };
  const heard = (): void => {
    const message = live.roomMessage.get();
    if (message) queue = queue.then(() => take(message)).catch(() => undefined);
  };
  heard();
  return { watched, stop: live.roomMessage.subscribe(heard) };
}
