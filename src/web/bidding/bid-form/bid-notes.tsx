import {
  IconAlertTriangle,
  IconCircleCheck,
  IconBan,
  IconEye,
  IconHourglass,
  IconPlayerPause,
  IconPlugConnectedX,
  type Icon,
} from '@tabler/icons-react';
import { formatQuantity, formatTime } from '#web/platform/format/format.ts';
import { useErrorText, useSay, type PhraseKey, type Wrong } from '#web/platform/phrases/phrase.ts';
import type { BidForm } from '#web/bidding/bid-form/bid-form.ts';
import { useLastPlaced, useRoomSession } from '#web/bidding/room/room-session-context.ts';
import type { Receipt } from '#domain/record/receipt.ts';
import { keptReceipts } from '#web/bidding/receipts/kept-receipts.ts';
import { useStore } from '#web/platform/storage/store.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import css from './notes.module.css';
import type { BiddingRefusal } from '#domain/access/may.ts';
import { nearestCents } from '#domain/basics/price.ts';
import type { Hindrance } from '#web/bidding/room/phase.ts';
import type { PriceToWin } from '#domain/bidding/price-to-win.ts';
import type { Backup } from '#web/bidding/room/backup.ts';
import { backupParams } from '#web/bidding/ranking/taken-words.ts';

/** Confirms the last placed bid, for example "Accepted 14:03:22.418" (server's clock). */
export function LastPlacedNote({ itemId }: { itemId: string }) {
  const say = useSay();
  const placed = useLastPlaced(itemId);
  if (!placed) return null;
  const { input, receivedAt, receipt } = placed;
  return (
    <p className={css.note} data-tone="good" role="status">
      <IconCircleCheck size={17} aria-hidden />
      {say('bidding.accepted', {
        price: centsText(nearestCents(input.price ?? 0)),
        quantity: formatQuantity(input.quantity ?? 0),
        time: formatTime(receivedAt, { withMs: true }),
      })}
      {receipt && <ReceiptSaved receipt={receipt} />}
    </p>
  );
}

/** Says that the browser has stored the receipt of a bid. */
function ReceiptSaved({ receipt: { head } }: { receipt: Receipt }) {
  const say = useSay();
  const isSaved = useStore(keptReceipts(head.auctionId), ({ saved }) => saved.has(head.signature));
  return isSaved && <span className={css.saved}>{say('receipt.savedOne')}</span>;
}

const SHOWN_BESIDE = new Set(['price', 'quantity', 'bid', 'bidderPartialFulfillment', 'minimumAcceptable']);

/** Shows why the server refused a bid. The note also says that the input is kept. */
export function RefusalNote({ form: { refused } }: { form: BidForm }) {
  if (!refused) return null;
  // This note does not repeat an error that is shown beside a field.
  const isBeside = Object.keys(refused.fields).some((field) => SHOWN_BESIDE.has(field));
  return <NotPlacedNote title="bidding.notPlaced" error={isBeside ? refused.fields.bid : refused} />;
}

/** Shows that no bid was placed, and why. */
export function NotPlacedNote({ title, error }: { title: PhraseKey; error: Wrong | undefined }) {
  const say = useSay();
  const textOf = useErrorText();
  return (
    <p className={css.note} data-tone="bad" role="alert">
      <IconAlertTriangle size={17} aria-hidden />
      <span>
        <strong>{say(title)}</strong> {error && textOf(error)} {error && <LateTimes error={error} />}
      </span>
    </p>
  );
}

/** Tells a late bidder when the bid was received and when the auction ended (docs/rules.md#bid-checks). */
function LateTimes({ error }: { error: Wrong }) {
  const say = useSay();
  const { receivedAt, auctionEndTime } = error.params ?? {};
  if (error.code !== 'auction_has_ended' || typeof receivedAt !== 'string' || typeof auctionEndTime !== 'string') {
    return null;
  }
  return say('bidding.lateTimes', {
    received: formatTime(receivedAt, { withMs: true }),
    end: formatTime(auctionEndTime, { withMs: true }),
  });
}

/** The text and icon for each reason why no bid can be placed now. */
const LOOKS: Record<Hindrance | BiddingRefusal, readonly [PhraseKey, Icon]> = {
  sealed: ['room.hindranceSealed', IconHourglass],
  paused: ['room.hindrancePaused', IconPlayerPause],
  closing: ['room.hindranceCounting', IconHourglass],
  closed: ['room.hindranceClosed', IconHourglass],
  offline: ['room.hindranceOffline', IconPlugConnectedX],
  signedOut: ['room.hindranceSignedOut', IconPlugConnectedX],
  refused: ['room.hindranceRefused', IconPlugConnectedX],
  connecting: ['room.hindranceConnecting', IconPlugConnectedX],
  stale: ['room.hindranceStale', IconPlugConnectedX],
  account_blacklisted: ['error.account_blacklisted', IconBan],
  viewer_cannot_act: ['error.viewer_cannot_act', IconEye],
  bids_through_colleague: ['error.bids_through_colleague', IconEye],
  no_permission_to_join_auction: ['error.no_permission_to_join_auction', IconBan],
};

/** Shows why no bid can be placed now. The input is kept. */
export function HindranceNote({ hindrance }: { hindrance: Hindrance | BiddingRefusal }) {
  const say = useSay();
  const [words, Picture] = LOOKS[hindrance];
  return (
    <p className={css.note} data-tone="warn" role="status">
      <Picture size={17} aria-hidden />
      {say(words)}
    </p>
  );
}

/** Shows the price that wins now. A bid at `fromCents` is accepted too, but ranks behind bids that could drop out. */
export function BehindNote({ toWin, fromCents, behind }: { toWin: PriceToWin; fromCents: number; behind: Backup }) {
  const say = useSay();
  const { auctionType: way } = useRoomSession().setting.terms;
  const { first } = behind;
  return (
    <>
      <strong>
        {toWin.isFull ? say('bidding.noneWinsNow') : say('bidding.winsNow', { price: centsText(toWin.priceCents) })}
      </strong>{' '}
      {say('bidding.behind', {
        way,
        price: centsText(fromCents),
        least: first.allowsPartial ? (first.minimumAcceptable ?? 0) : 0,
        ...backupParams(behind),
      })}
    </>
  );
}
