import { Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { listBidders } from '#contract/bidder/bidder.ts';
import { placeBidOnBehalf } from '#contract/bidding/bidding.ts';
import { REASON_LENGTH_MAX } from '#contract/bidding/conduct.ts';
import { platformDecimals } from '#domain/basics/currency.ts';
import { centsOfDecimal, decimalOfCents } from '#domain/basics/price.ts';
import { farFromRanking } from '#domain/bidding/far-bid.ts';
import { judgeBid, type BidContext, type ProposedBid } from '#domain/bidding/judge-bid.ts';
import { withoutBid } from '#domain/bidding/ranking.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { SearchSelectField, type Choice } from '#web/design/fields/select-field.tsx';
import { CheckboxField } from '#web/design/fields/switch-field.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useForm, type Form, type Refusals } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { SEARCHED_SHOWN, useSearchedChoices } from '#web/platform/calls/use-searched-choices.ts';
import { unusualPriceParams } from '#web/bidding/bid-form/unusual-price-note.tsx';
import type { RoomSession } from '#web/bidding/room/room-session.ts';
import { DropOutWarning, takesMoreThanOne } from '#web/bidding/bid-form/part-field.tsx';
import type { ItemView, RoomRow } from '#web/bidding/room/room-view.ts';

type Values = ProposedBid & { readonly bidderId: string | null; readonly reason: string };

type Props = { roomSession: RoomSession; itemId: string; row: RoomRow | undefined; onClose: () => void };

/**
 * The dialog in which an administrator places or revises a bid at a bidder's request. The reason is stored only in the
 * audit trail.
 */
export default function OnBehalfDialog({ roomSession, itemId, row, onClose }: Props) {
  const say = useSay();
  const view = roomSession.view.get()?.items.get(itemId);
  const form = useForm<Values>(initialOf(view, row), (values) => judge(values, roomSession, view, row), {
    keptAs: `on-behalf ${itemId} ${row?.bid.bidId ?? ''}`,
  });
  const { values } = form;
  const { dialog, run } = useDialogForm(form, {
    send: (keyFor) => {
      const body = bodyOf(values, itemId, row);
      return api(placeBidOnBehalf, { params: { id: roomSession.auction.id }, body, key: keyFor(body) });
    },
    onDone: ({ bids }) => {
      roomSession.live.takeAnswered(bids);
      toast('good', say('room.onBehalfDone'));
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      title={row ? 'room.onBehalfRevise' : 'room.onBehalf'}
      submit={row ? 'room.revise' : 'bidding.place'}
      {...dialog}
      onSubmit={() => {
        if (form.check()) void isMeant(values, roomSession, view, row).then((yes) => yes && run());
      }}
    >
      <Text>{[view?.item.name, row?.name].filter(Boolean).join(' · ')}</Text>
      {!row && <BidderField auctionId={roomSession.auction.id} form={form} />}
      <OfferFields form={form} isWhole={view?.bidding.partialFulfillment === false} />
      <TextAreaField
        {...form.field('reason')}
        label="room.cancelReason"
        help="room.onBehalfReasonHelp"
        isRequired
        maxLength={REASON_LENGTH_MAX}
      />
    </FormDialog>
  );
}

/** Asks the administrator to confirm a price that is far from the other bids. Bidders get the same question. */
async function isMeant(
  { price, quantity }: Values,
  { setting }: RoomSession,
  view: ItemView | undefined,
  row: RoomRow | undefined,
): Promise<boolean> {
  const priceCents = centsOfDecimal(price ?? 0) ?? 0;
  if (!view || priceCents === row?.bid.priceCents) return true;
  const present = view.rows.find(({ bid }) => bid.bidId === row?.bid.bidId)?.bid;
  const far = farFromRanking({ priceCents, quantity: quantity ?? 0 }, withoutBid(view.ranking, present));
  if (!far) return true;
  const params = unusualPriceParams({ far, auctionType: setting.terms.auctionType });
  return confirm({ title: 'bidding.farTitle', text: 'bidding.farOff', params, yes: 'bidding.placeFar' });
}

/** The fields of the bid. An item that is sold as a whole has no field for partial fill. */
function OfferFields({ form, isWhole }: { form: Form<Values>; isWhole: boolean }) {
  return (
    <>
      <NumberField
        {...form.field('price')}
        label="room.price"
        digits={platformDecimals()}
        prefix={env().currency}
        isRequired
      />
      <NumberField {...form.field('quantity')} label="room.quantity" isRequired />
      {!isWhole && <CheckboxField {...form.field('allowsPartial')} label="bidding.allowPartialLong" />}
      {!isWhole && form.values.allowsPartial && (
        <NumberField {...form.field('minimumAcceptable')} label="bidding.minimumAcceptable" />
      )}
      {!isWhole && takesMoreThanOne(proposedOf(form.values)) && <DropOutWarning />}
    </>
  );
}

/** A search field for the bidder that the bid is placed for. */
function BidderField({ auctionId, form }: { auctionId: string; form: Form<Values> }) {
  const field = form.field('bidderId');
  const { choices, onSearch, onChoose, isFailed } = useSearchedChoices({
    key: ['bidders', auctionId, 'choices'],
    find: async (search, signal): Promise<Choice[]> => {
      const query = { CurrentPage: 1, Limit: SEARCHED_SHOWN, Search: search };
      const { items } = await api(listBidders, { params: { id: auctionId }, query, signal });
      return items.map((one) => ({ value: one.bidderId, label: `${one.username} · ${one.businessAccount}` }));
    },
  });
  return (
    <SearchSelectField
      {...field}
      label="room.bidder"
      isRequired
      autoFocus
      choices={choices}
      onSearch={onSearch}
      isFailed={isFailed}
      onChange={(value) => {
        onChoose(value);
        field.onChange(value);
      }}
    />
  );
}

/** Returns the initial values of the form: the values of the bid in `row`, or the values of a new bid. */
function initialOf(view: ItemView | undefined, row: RoomRow | undefined): Values {
  const { bid } = row ?? {};
  const whole = view && !view.bidding.partialFulfillment ? view.bidding.quantity : null;
  return {
    bidderId: bid?.bidderId ?? null,
    price: bid ? decimalOfCents(bid.priceCents) : null,
    quantity: bid?.quantity ?? whole,
    allowsPartial: bid?.allowsPartial ?? view?.bidding.partialFulfillment ?? false,
    minimumAcceptable: bid?.minimumAcceptable ?? null,
    reason: '',
  };
}

/**
 * Checks the input by the server's rules for an administrator's bid: price and quantity limits, tick size and number of
 * bids (docs/rules.md#acting-for-a-bidder).
 */
function judge(
  values: Values,
  roomSession: RoomSession,
  view: ItemView | undefined,
  row: RoomRow | undefined,
): Refusals<Values> {
  if (!view) return {};
  const others = view.rows.filter(({ bid }) => bid.bidderId === values.bidderId && bid.bidId !== row?.bid.bidId);
  const context: BidContext = {
    phase: 'live',
    isAdmin: true,
    item: view.bidding,
    terms: roomSession.setting.terms,
    maximumQuantity: 0,
    present: row?.bid,
    otherQuantity: 0,
    otherBidsOnItem: others.map(({ bid }) => bid),
    market: { ranking: view.ranking, isAnswerable: true },
  };
  const verdict = judgeBid(proposedOf(values), context);
  const { bid, ...fields } = verdict.ok ? {} : verdict.fields;
  return {
    ...fields,
    price: fields.price ?? bid,
    bidderId: values.bidderId === null ? { code: 'field_required' } : undefined,
    reason: values.reason.trim() === '' ? { code: 'field_required' } : undefined,
  };
}

/**
 * Returns the typed bid in the shape that the rules check. The minimum is used only if the bid accepts partial fill.
 */
const proposedOf = ({ price, quantity, allowsPartial, minimumAcceptable }: Values) => ({
  price,
  quantity,
  allowsPartial,
  minimumAcceptable: allowsPartial ? minimumAcceptable : null,
});

/** Returns the body of the call, for a new bid or a revision. */
function bodyOf(values: Values, itemId: string, row: RoomRow | undefined) {
  const { price, quantity, allowsPartial, minimumAcceptable } = proposedOf(values);
  return {
    bidderId: values.bidderId ?? '',
    reason: values.reason.trim(),
    auctionItemId: itemId,
    ...(row && { bidId: row.bid.bidId }),
    price,
    quantity,
    bidderPartialFulfillment: allowsPartial,
    minimumAcceptable,
  };
}
