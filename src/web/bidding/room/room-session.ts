import type { Auction } from '#contract/auction/auction.ts';
import { placeBid, type BidInput, type PlacedBids } from '#contract/bidding/bidding.ts';
import { api, newKey } from '#web/platform/calls/api.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { repeatAfterMs } from '#web/platform/calls/backoff.ts';
import type { Live } from '#web/platform/live/live.ts';
import type { Role } from '#web/platform/session/session.ts';
import { createStore, type Store } from '#web/platform/storage/store.ts';
import { hasLostTarget, openForm, placedForm, refuseForm, type BidForm } from '#web/bidding/bid-form/bid-form.ts';
import { createBidSender, type SendResult } from '#web/bidding/bid-form/bid-sender.ts';
import { inputOfDraft, type Draft } from '#web/bidding/bid-form/draft.ts';
import { keepReceipt } from '#web/bidding/receipts/kept-receipts.ts';
import { settingOf, type RoomSetting } from '#web/bidding/room/room-setting.ts';
import { createRoomBook, type RoomView } from '#web/bidding/room/room-view.ts';

/** The last bid on an item that this page sent and the server accepted. */
export type LastPlaced = Pick<PlacedBids, 'receivedAt' | 'receipt'> & { readonly input: BidInput };

/** The state of a room's screen (`createRoomSession`). */
export type RoomSession = ReturnType<typeof createRoomSession>;

type Forms = ReadonlyMap<string, BidForm>;
/** The auction, the reader's role, the live connection, and unsent bids that were typed on the entry page. */
type RoomSessionOptions = {
  readonly auction: Auction;
  readonly role: Role;
  readonly live: Live;
  readonly carried?: readonly CarriedDraft[] | undefined;
};

/** A bid that was typed on the entry page and not placed before the auction started. */
export type CarriedDraft = { readonly itemId: string; readonly draft: Draft };

const waitBefore = (attempt: number, error: ApiError): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, repeatAfterMs(attempt, error)));

/**
 * Creates the state of a room's screen, kept outside React: the current room, the selected item, the bid form of each
 * item, and the bids being sent. Each component subscribes only to the parts that it shows.
 */
export function createRoomSession({ auction, role, live, carried = [] }: RoomSessionOptions) {
  const setting = settingOf(auction);
  const view = createStore<RoomView | undefined>(undefined);
  const forms = createStore<Forms>(new Map());
  const lastPlaced = createStore<ReadonlyMap<string, LastPlaced>>(new Map());
  const selected = createStore(auction.items[0]?.auctionItemId ?? '');
  const sender = createBidSender({
    place: (body, key) => api(placeBid, { params: { id: auction.id }, body, key }),
    newKey,
    waitBefore,
  });
  const put = (itemId: string, form: BidForm) => forms.set(new Map(forms.get()).set(itemId, form));

  const settle = (input: BidInput, sent: SendResult): SendResult => {
    keepReceipt(auction.id, receiptOf(sent));
    const { auctionItemId: itemId } = input;
    const form = forms.get().get(itemId);
    if (sent.kind === 'placed') {
      live.takeAnswered(sent.placed.bids);
      lastPlaced.set(new Map(lastPlaced.get()).set(itemId, { input, ...sent.placed }));
      const item = view.get()?.items.get(itemId);
      if (item) put(itemId, placedForm(form, input, item, sent.placed.bids[0]?.bidId));
    }
    if (sent.kind === 'refused' && form) put(itemId, refuseForm(form, sent.error));
    return sent;
  };

  return {
    role,
    auction,
    setting,
    live,
    /** Undefined until the first snapshot has arrived. */
    view,
    selected,
    forms,
    lastPlaced,
    sender,
    /** Keeps the view and the forms up to date with the live room. Returns a function that stops the updates. */
    start: () => follow(live, setting, { view, forms, lastPlaced }, carried),
    /** Replaces the form of an item by the result of `how`, one of the functions of bid-form.ts. */
    change(itemId: string, how: (form: BidForm) => BidForm) {
      const form = forms.get().get(itemId);
      if (form) put(itemId, how(form));
    },
    /** Sends the bid in the form of an item. */
    async confirm(itemId: string) {
      const form = forms.get().get(itemId);
      const isUnderWay = sender.outgoing.get().some(({ input }) => input.auctionItemId === itemId);
      if (!form || form.step !== 'review' || isUnderWay) return undefined;
      put(itemId, { ...form, step: 'edit', touched: { price: false, quantity: false } });
      const input = inputOfDraft(itemId, form.draft);
      return settle(input, await sender.send(input));
    },
    async askAgain(key: string) {
      const one = sender.outgoing.get().find((other) => other.key === key);
      if (one) settle(one.input, await sender.askAgain(key));
    },
  };
}

const receiptOf = (sent: SendResult) =>
  sent.kind === 'placed' ? sent.placed.receipt : sent.kind === 'refused' ? sent.error.receipt : undefined;

type Shown = {
  readonly view: Store<RoomView | undefined>;
  readonly forms: Store<Forms>;
  readonly lastPlaced: Store<ReadonlyMap<string, LastPlaced>>;
};

/** Updates what the screen shows on every change of the live room. Returns a function that stops the updates. */
function follow(
  live: Live,
  setting: RoomSetting,
  { view, forms, lastPlaced }: Shown,
  carried: readonly CarriedDraft[],
): () => void {
  const book = createRoomBook(setting);
  let knownWentBack = live.state.get().wentBack;
  const take = () => {
    const { room, wentBack } = live.state.get();
    if (!room) return;
    // After a restore of the database, an accepted bid may be void.
    if (wentBack !== knownWentBack) lastPlaced.set(new Map());
    knownWentBack = wentBack;
    const next = book.take(room);
    view.set(next);
    forms.set(keepForms(forms.get(), next, carried));
  };
  take();
  return live.state.subscribe(take);
}

/** Creates one form for each item at the first view. Resets a form if the bid that it revises was cancelled. */
function keepForms(forms: Forms, room: RoomView, carried: readonly CarriedDraft[]): Forms {
  const stale = [...room.items].filter(([itemId, item]) => {
    const form = forms.get(itemId);
    return !form || hasLostTarget(form, item);
  });
  if (stale.length === 0) return forms;
  const kept = new Map(forms);
  for (const [itemId, item] of stale) {
    const typed = forms.has(itemId) ? undefined : carried.find((one) => one.itemId === itemId);
    const form = openForm(item);
    kept.set(itemId, typed ? { ...form, draft: typed.draft } : form);
  }
  return kept;
}
