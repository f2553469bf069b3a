import type { HistoryProof } from '#contract/bidding/check-head.ts';
import type { Receipt, SignedHead } from '#domain/record/receipt.ts';
import { env } from '#web/platform/page/env.ts';

/**
 * Stores receipts in this browser's IndexedDB (docs/rules.md#browser-storage). They belong to one person and one
 * auction, and stay after signing out, because they are the person's evidence.
 */
const STORES = {
  receipts: ['person', 'auctionId', 'signature'],
  heads: ['person', 'auctionId'],
};
type StoreName = keyof typeof STORES;

/** The owner of stored receipts, and their auction. */
export type ReceiptPlace = { readonly person: string; readonly auctionId: string };

let opening: Promise<IDBDatabase> | undefined;

/** Opens the database. The next call tries again if the browser refuses it. */
function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(`${env().variant}.greenlot.receipts`, 1);
    request.addEventListener('upgradeneeded', () => {
      for (const [name, keyPath] of Object.entries(STORES)) request.result.createObjectStore(name, { keyPath });
    });
    request.addEventListener('success', () => resolve(request.result));
    for (const event of ['error', 'blocked']) request.addEventListener(event, () => reject(failureOf(request)));
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

const failureOf = ({ error }: { readonly error: DOMException | null }): Error =>
  error ?? new Error('the browser gave no reason');

/** Puts a value into a store. Resolves as soon as the browser has stored it. */
async function put(name: StoreName, value: object): Promise<void> {
  const database = await openDatabase();
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(name, 'readwrite');
    transaction.objectStore(name).put(value);
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(failureOf(transaction)));
  });
}

async function read<Value>(name: StoreName, { person, auctionId }: ReceiptPlace): Promise<Value[]> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const place = [person, auctionId];
    const range = name === 'heads' ? IDBKeyRange.only(place) : IDBKeyRange.bound(place, [...place, []]);
    const request = database.transaction(name).objectStore(name).getAll(range);
    request.addEventListener('success', () => resolve(request.result as Value[]));
    request.addEventListener('error', () => reject(failureOf(request)));
  });
}

/** Stores a receipt. Rejects if the browser's storage is full or disabled. */
export const storeReceipt = (place: ReceiptPlace, receipt: Receipt): Promise<void> =>
  put('receipts', { ...place, signature: receipt.head.signature, receipt });

/** Returns the stored receipts of a person in an auction. */
export const storedReceipts = async (place: ReceiptPlace): Promise<Receipt[]> =>
  (await read<{ receipt: Receipt }>('receipts', place)).map(({ receipt }) => receipt);

/** Two heads that do not belong to one history. */
export type Evidence = {
  readonly what: HistoryProof;
  readonly seen: SignedHead | undefined;
  readonly got: SignedHead;
};

/** The newest head that this browser has checked, and the evidence that it found earlier. */
type SeenHead = { readonly head: SignedHead; readonly evidence: Evidence | undefined };

/** Stores the newest head of an auction that this browser has checked. */
export const storeHead = (place: ReceiptPlace, seen: SeenHead): Promise<void> => put('heads', { ...place, ...seen });

/** Returns the newest head that this browser has checked, and the evidence that it found. */
export const storedHead = async (place: ReceiptPlace): Promise<SeenHead | undefined> =>
  (await read<SeenHead>('heads', place))[0];
