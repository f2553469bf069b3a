import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import type { BiddingRefusal } from '#domain/access/may.ts';
import { useSay, useErrorText } from '#web/platform/phrases/phrase.ts';
import { addCosts, costToBidder, NO_COST, type Cost } from '#web/bidding/bid-form/cost.ts';
import { HindranceNote, NotPlacedNote } from '#web/bidding/bid-form/bid-notes.tsx';
import { quantityOf, type Draft, priceOf, proposedOf } from '#web/bidding/bid-form/draft.ts';
import { CostSums } from '#web/bidding/bid-form/outlook.tsx';
import {
  draftsInForce,
  type JudgedSlot,
  type Slot,
  slotOfBid,
  publishedPriceToWin,
} from '#web/bidding/entry/initial-slots.ts';
import type { RoomSetting } from '#web/bidding/room/room-setting.ts';
import type { Hindrance } from '#web/bidding/room/phase.ts';
import type { Entry } from '#web/bidding/entry/use-entry.ts';
import css from './entry.module.css';
import notes from '#web/bidding/bid-form/notes.module.css';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { centsOfDecimal } from '#domain/basics/price.ts';
import { farFromOpening, farFromToWin } from '#domain/bidding/far-bid.ts';
import { openingPriceCents } from '#domain/bidding/price-to-win.ts';
import { firstRefusal } from '#domain/bidding/judge-bid.ts';
import { UnusualPriceConsent, UnusualPriceNote } from '#web/bidding/bid-form/unusual-price-note.tsx';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { Placing } from '#web/bidding/entry/use-placing.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { formatCents, formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { partWords } from '#web/platform/format/part-words.ts';
import { env } from '#web/platform/page/env.ts';

type SummaryProps = {
  entry: Entry;
  /** The reason why this person, or everyone, cannot place bids now. */
  refusal: BiddingRefusal | Hindrance | undefined;
  isRefusedBeside: boolean;
  onReview: () => void;
};

/** The total of the bids, and the button that opens the review. On a phone, both are in the bar at the bottom. */
export function EntrySummary({ entry, refusal, isRefusedBeside, onReview }: SummaryProps) {
  const say = useSay();
  const { setting, judged } = entry;
  const drafts = draftsInForce(entry);
  const quantity = drafts.reduce((sum, draft) => sum + (quantityOf(draft) ?? 0), 0);
  const count = judged.toSend.length;
  return (
    <aside className={css.summary} data-tour="summary" aria-labelledby="entry-summary">
      <h2 className={css.summaryTitle} id="entry-summary">
        {say('bidding.summary')}
      </h2>
      <div className={css.sumsFrame}>
        <EntryCosts {...{ setting, drafts, quantity }} />
      </div>
      {isRefusedBeside && (
        <p className={notes.note} data-tone="bad" role="alert">
          <IconAlertTriangle size={17} aria-hidden />
          {say('bidding.noneWasPlaced')}
        </p>
      )}
      {refusal && <HindranceNote hindrance={refusal} />}
      <Button size="md" fullWidth disabled={count === 0 || refusal !== undefined} onClick={onReview}>
        {say('bidding.reviewBids', { count })}
      </Button>
      {count === 0 && !refusal && (
        <p className={css.label}>{say(entry.own.length > 0 ? 'bidding.nothingChanged' : 'bidding.nothingTyped')}</p>
      )}
    </aside>
  );
}

type CostsProps = { setting: RoomSetting; drafts: readonly Draft[]; quantity: number };

/** The cost if every bid wins its whole quantity. */
function EntryCosts({ setting, drafts, quantity }: CostsProps) {
  const say = useSay();
  return (
    <>
      <CostSums
        cost={costOfDrafts(drafts, setting)}
        setting={setting}
        before={[{ label: say('bidding.totalQuantity'), value: say('unit.recCount', { quantity }) }]}
      />
      <p className={css.label}>{say(`direction.${setting.terms.auctionType}.summaryHint`)}</p>
    </>
  );
}

type Props = {
  entry: Entry;
  /** The reason why no bid can be placed now. */
  hindrance: BiddingRefusal | Hindrance | undefined;
  /** The terms of settlement, and the agreement to the platform's terms if the person has to give it. */
  terms: ReactNode;
  onBack: () => void;
  onConfirm: () => void;
};

/** "Confirm bids": lists the bids to place (all or none) and the standing bids, with their totals and fees. */
export function EntryReview({ entry, hindrance, terms, onBack, onConfirm }: Props) {
  const say = useSay();
  const { judged, setting, own, place } = entry;
  const [isMeant, setIsMeant] = useState(false);
  const toSend = inItemOrder(judged.toSend, entry);
  const far = toSend.flatMap(({ slot }) => farOfSlot(slot, entry) ?? []);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const unchanged = own.filter((bid) => !judged.toSend.some(({ slot }) => slot.draft.bidId === bid.bidId));
  const standing = unchanged.map(slotOfBid);
  const all = [...judged.toSend.map(({ slot }) => slot.draft), ...standing.map(({ draft }) => draft)];
  return (
    <section className={css.review} aria-labelledby="entry-review">
      <h2 className={css.reviewTitle} id="entry-review" ref={title} tabIndex={-1}>
        {say('bidding.confirmTitle')}
      </h2>
      <p className={css.label}>{say(entry.phase === 'initial' ? 'bidding.confirmHint' : 'bidding.confirmHintLive')}</p>
      <ul className={css.lines}>
        {toSend.map((one) => (
          <ReviewLine key={one.slot.slotId} judged={one} entry={entry} />
        ))}
        {standing.map((slot) => (
          <ReviewLine key={slot.slotId} judged={{ slot, refusals: undefined }} entry={entry} isUnchanged />
        ))}
      </ul>
      <div className={css.reviewEnd}>
        <EntryCosts setting={setting} drafts={all} quantity={judged.totalQuantity} />
        {terms}
        {far.length > 0 && (
          <UnusualPriceConsent isMeant={isMeant} onMean={setIsMeant}>
            {far.map(({ slotId, ...one }) => (
              <UnusualPriceNote key={slotId} {...one} auctionType={setting.terms.auctionType} />
            ))}
          </UnusualPriceConsent>
        )}
        {place.error && <NotPlacedNote title="bidding.noneWasPlaced" error={place.error} />}
        {place.delay && <DelayNote place={place} delay={place.delay} />}
        {hindrance && <HindranceNote hindrance={hindrance} />}
        <div className={css.reviewButtons}>
          <Button variant="default" size="md" disabled={place.isPending} onClick={onBack}>
            {say('bidding.change')}
          </Button>
          <Button
            size="md"
            loading={place.isPending}
            disabled={!judged.isFit || hindrance !== undefined || (far.length > 0 && !isMeant)}
            onClick={onConfirm}
          >
            {say('bidding.confirmBids', { count: judged.toSend.length })}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Tells the bidder that confirmed bids are not sent yet or got no response yet. The bidder can cancel them. */
function DelayNote({ place, delay }: { place: Placing; delay: NonNullable<Placing['delay']> }) {
  const say = useSay();
  const isUnsent = delay === 'unsent';
  const cancel = () => {
    place.cancel();
    toast('info', say(isUnsent ? 'bidding.sendingCanceled' : 'bidding.askingCanceled'));
  };
  return (
    <div className={notes.note} data-tone="warn" role="status">
      <IconPlugConnectedX size={17} aria-hidden />
      <span>{say(isUnsent ? 'bidding.notSentYet' : 'bidding.notAnsweredYet')}</span>
      <Button size="compact-sm" variant="default" onClick={cancel}>
        {say('action.cancel')}
      </Button>
    </div>
  );
}

/** Sorts the bids by item for display. The call sends them in another order: reductions first. */
function inItemOrder(toSend: readonly JudgedSlot[], { setting }: Entry): readonly JudgedSlot[] {
  return setting.items.flatMap(({ item }) => toSend.filter(({ slot }) => slot.itemId === item.auctionItemId));
}

/** Shows one bid before it is placed: product, price, quantity, and its cost or refusal. */
function ReviewLine({ judged, entry, isUnchanged }: { judged: JudgedSlot; entry: Entry; isUnchanged?: boolean }) {
  const say = useSay();
  const textOf = useErrorText();
  const wordsOf = useItemWords();
  const { slot, refusals } = judged;
  const item = entry.setting.items.find((room) => room.item.auctionItemId === slot.itemId)?.item;
  const refusal = refusals && firstRefusal(refusals);
  const kind = isUnchanged
    ? 'bidding.unchanged'
    : slot.draft.bidId === undefined
      ? 'bidding.isAdded'
      : 'bidding.isRevised';
  return (
    <li className={css.line} data-unchanged={isUnchanged || undefined}>
      <span>
        <strong>{item?.name}</strong> <span className={css.label}>{item && wordsOf(item)}</span>
      </span>
      <span className={css.kind}>
        {say(kind)}
        {slot.draft.allowsPartial && <span className={css.label}> · {partWords(say, proposedOf(slot.draft))}</span>}
      </span>
      <span className={css.figure}>
        {centsText(priceOf(slot.draft) ?? 0)} × {formatQuantity(quantityOf(slot.draft) ?? 0)}
      </span>
      <span className={css.figure}>
        {formatCents(costOfDraft(slot.draft, entry.setting).amountCents, env().currency)}
      </span>
      {refusal && (
        <span className={css.complaint} role="alert">
          {textOf(refusal)}
        </span>
      )}
    </li>
  );
}

/**
 * Returns how far a typed price is from the prices known outside the room. In a live auction, the price is compared
 * with the price to win. Before the start or without a price to win, it is compared with the opening price.
 */
function farOfSlot({ slotId, itemId, draft }: Slot, { setting, phase, own }: Entry) {
  const room = setting.items.find(({ item }) => item.auctionItemId === itemId);
  const priceCents = priceOf(draft);
  const present = own.find(({ bidId }) => bidId === draft.bidId);
  if (!room || priceCents === undefined || (present && centsOfDecimal(present.bidValue) === priceCents))
    return undefined;
  const told = publishedPriceToWin(room, setting).priceCents;
  const isTold = phase === 'live' && told !== openingPriceCents(room.bidding, setting.terms);
  const far = isTold
    ? farFromToWin(priceCents, told, setting.terms.auctionType)
    : farFromOpening(priceCents, room.bidding, setting.terms);
  return far && { slotId, far, name: room.item.name };
}

/** Returns the cost if the whole typed quantity were won. Zero for incomplete input. */
function costOfDraft(draft: Draft, setting: RoomSetting): Cost {
  const price = priceOf(draft);
  const quantity = quantityOf(draft);
  if (price === undefined || quantity === undefined) return NO_COST;
  return costToBidder(setting, price, quantity);
}

/** Returns the cost if every bid wins its whole quantity. The bids can never cost more. */
const costOfDrafts = (drafts: readonly Draft[], setting: RoomSetting): Cost =>
  drafts.map((draft) => costOfDraft(draft, setting)).reduce(addCosts, NO_COST);
