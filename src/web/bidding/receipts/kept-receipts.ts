import type { KeptFile, Receipt } from '#domain/record/receipt.ts';
import { sessionStore } from '#web/platform/session/session.ts';
import { storedHead, storedReceipts, storeReceipt, type ReceiptPlace } from '#web/platform/storage/receipt-storage.ts';
import { createStore, type Store } from '#web/platform/storage/store.ts';

/**
 * The receipts of an auction that this page knows. `isStored` is false if the browser refused to store one of them; then
 * they last until the page is closed.
 */
export type KeptReceipts = {
  readonly receipts: readonly Receipt[];
  readonly isStored: boolean;
  /** The signatures of the receipts that are in the browser's storage. */
  readonly saved: ReadonlySet<string>;
};

const known = new Map<string, Store<KeptReceipts>>();

/** Returns the place of the signed-in person's receipts of an auction. */
export const ownPlace = (auctionId: string): ReceiptPlace => ({
  person: sessionStore.get().profile?.userId ?? '',
  auctionId,
});

/** Returns the receipts of an auction. The first call reads them from the browser's storage. */
export function keptReceipts(auctionId: string): Store<KeptReceipts> {
  const place = ownPlace(auctionId);
  const key = `${place.person} ${auctionId}`;
  const present = known.get(key);
  if (present) return present;
  const store = createStore<KeptReceipts>({ receipts: [], isStored: true, saved: new Set() });
  known.set(key, store);
  storedReceipts(place).then(
    (receipts) => receipts.forEach((receipt) => add(store, receipt, true)),
    () => store.set({ ...store.get(), isStored: false }),
  );
  return store;
}

/** Keeps the receipt of an answer, if it has one. Never throws and never blocks: a bid does not wait for it. */
export function keepReceipt(auctionId: string, receipt: Receipt | null | undefined): void {
  if (!receipt) return;
  const store = keptReceipts(auctionId);
  add(store, receipt, false);
  storeReceipt(ownPlace(auctionId), receipt).then(
    () => add(store, receipt, true),
    () => store.set({ ...store.get(), isStored: false }),
  );
}

function add(store: Store<KeptReceipts>, receipt: Receipt, isSaved: boolean): void {
  const { receipts, saved, isStored } = store.get();
  const { signature } = receipt.head;
  const isKnown = receipts.some(({ head }) => head.signature === signature);
  store.set({
    receipts: isKnown ? receipts : [...receipts, receipt],
    saved: isSaved ? new Set([...saved, signature]) : saved,
    isStored,
  });
}

/** Returns the file of an auction's receipts, with the newest head that the page saw before the history changed. */
export async function receiptsFile(auctionId: string, receipts: readonly Receipt[]): Promise<KeptFile> {
  const stored = await storedHead(ownPlace(auctionId)).catch(() => undefined);
  return { auctionId, receipts, seen: stored?.evidence?.seen ?? stored?.head };
}

/** Returns the number of recorded lines in receipts. A repeated call has another signature for the same line. */
export const lineCountOf = (receipts: readonly Receipt[]): number =>
  new Set(receipts.flatMap(({ lines }) => lines.map(({ hash }) => hash))).size;
