import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { judgeRecurrence, type ProposedRecurrence } from '#domain/auction/recurrence.ts';
import { judgeSoftClose } from '#domain/auction/soft-close.ts';
import { FEE_HUNDREDTHS_MAX } from '#domain/basics/amount.ts';
import { isInstant } from '#domain/basics/instant.ts';
import { centsOfDecimal } from '#domain/basics/price.ts';
import { judgeQuantity } from '#domain/basics/quantity.ts';
import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { judgeText } from '#domain/basics/text.ts';

/** Longest title of an auction; the specification gives no figure, decision 5 does. */
export const TITLE_LENGTH_MAX = 120;
const MINUTE_MS = 60_000;
/** Auction duration 1 minute to 21,840 days (specification 5). */
export const DURATION_MS_MIN = MINUTE_MS;
export const DURATION_DAYS_MAX = 21_840;
export const DURATION_MS_MAX = DURATION_DAYS_MAX * 24 * 60 * MINUTE_MS;

export const SETTINGS_REFUSALS = [
  'field_required',
  'less_than_maximum_character',
  'invalid_date',
  'start_in_the_past',
  'start_before_end',
  'auction_duration_too_short',
  'auction_duration_too_long',
  'quantity_must_be_integer',
  'quantity_out_of_range',
  'minimum_bid_above_minimum_rec',
  'fee_out_of_range',
  'spot_not_supported_in_reverse',
  'locked_while_items_exist',
  'soft_close_out_of_range',
  'recurrence_until_too_early',
  'recurrence_times_out_of_range',
] as const;
export type SettingsRefusal = (typeof SETTINGS_REFUSALS)[number];

/** Settings as a form or a request holds them; null is an empty field. Fees are percentages, quantities RECs. */
export type ProposedSettings = ProposedRecurrence & {
  readonly title: string;
  readonly auctionType: AuctionType;
  readonly isPrivate: boolean;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly minimumRecQuantity: number | null;
  readonly minimumBiddingRecQuantity: number | null;
  readonly sellerProcessingFee: number | null;
  readonly buyerProcessingFee: number | null;
  readonly spotRecs: boolean;
  readonly ownerAccountId: string | null;
  /** Soft close: both figures, or neither where it is off. */
  readonly softCloseMinutes: number | null;
  readonly softCloseMaximum: number | null;
};
export type SettingsField = keyof ProposedSettings;

/** What the settings are judged against: the clock, and what stands already when an auction is edited. */
export type SettingsContext = {
  readonly nowMs: number;
  readonly present?:
    | Pick<ProposedSettings, 'startTime' | 'ownerAccountId' | 'minimumRecQuantity' | 'minimumBiddingRecQuantity'>
    | undefined;
  readonly hasItems: boolean;
};

/** Every rule about an auction's settings (specification 5, rules 3), per field; an empty object means all is well. */
export function judgeSettings(
  settings: ProposedSettings,
  context: SettingsContext,
): FieldRefusals<SettingsField, SettingsRefusal> {
  const softClose = judgeSoftClose(settings.softCloseMinutes, settings.softCloseMaximum);
  const found: { [F in SettingsField]?: Refusal<SettingsRefusal> | undefined } = {
    title: judgeText(settings.title, TITLE_LENGTH_MAX),
    startTime: judgeStart(settings, context),
    endTime: judgeEnd(settings),
    minimumRecQuantity: judgeMinimum('minimumRecQuantity', settings, context),
    minimumBiddingRecQuantity:
      judgeMinimum('minimumBiddingRecQuantity', settings, context) ?? judgeSmallestBid(settings, context),
    sellerProcessingFee: judgeFee(settings.sellerProcessingFee),
    buyerProcessingFee: judgeFee(settings.buyerProcessingFee),
    spotRecs:
      settings.spotRecs && !DIRECTIONS[settings.auctionType].mayHoldSpot
        ? { code: 'spot_not_supported_in_reverse' }
        : undefined,
    ownerAccountId: judgeOwner(settings.ownerAccountId, context),
    softCloseMinutes: softClose.minutes,
    softCloseMaximum: softClose.maximum,
    ...judgeRecurrence(settings, settings.startTime),
  };
  return withoutEmpty(found);
}

function judgeStart(settings: ProposedSettings, context: SettingsContext): Refusal<SettingsRefusal> | undefined {
  if (settings.startTime === null) return { code: 'field_required' };
  const startMs = Date.parse(settings.startTime);
  if (!isInstant(startMs)) return { code: 'invalid_date' };
  // An unchanged start may lie in the past by the time that a form is sent; whether it may be edited at all is judged elsewhere.
  const isUnchanged = context.present?.startTime != null && Date.parse(context.present.startTime) === startMs;
  return startMs < context.nowMs && !isUnchanged ? { code: 'start_in_the_past' } : undefined;
}

function judgeEnd(settings: ProposedSettings): Refusal<SettingsRefusal> | undefined {
  if (settings.endTime === null) return { code: 'field_required' };
  const endMs = Date.parse(settings.endTime);
  if (!isInstant(endMs)) return { code: 'invalid_date' };
  const lastsMs = endMs - Date.parse(settings.startTime ?? '');
  if (lastsMs <= 0) return { code: 'start_before_end' };
  if (lastsMs < DURATION_MS_MIN) return { code: 'auction_duration_too_short', params: { minutes: 1 } };
  return lastsMs > DURATION_MS_MAX
    ? { code: 'auction_duration_too_long', params: { days: DURATION_DAYS_MAX } }
    : undefined;
}

function judgeMinimum(
  field: 'minimumRecQuantity' | 'minimumBiddingRecQuantity',
  settings: ProposedSettings,
  context: SettingsContext,
): Refusal<SettingsRefusal> | undefined {
  const quantity = settings[field];
  if (quantity === null) return { code: 'field_required' };
  if (context.hasItems && context.present && context.present[field] !== quantity) {
    return { code: 'locked_while_items_exist' };
  }
  return judgeQuantity(quantity);
}

/** Nobody could bid the minimum for the smallest item. What an older auction with items has can't be changed, and stays. */
function judgeSmallestBid(
  { minimumRecQuantity, minimumBiddingRecQuantity }: ProposedSettings,
  { hasItems }: SettingsContext,
): Refusal<SettingsRefusal> | undefined {
  if (hasItems || minimumRecQuantity === null || minimumBiddingRecQuantity === null) return undefined;
  return minimumBiddingRecQuantity > minimumRecQuantity
    ? { code: 'minimum_bid_above_minimum_rec', params: { maximum: minimumRecQuantity } }
    : undefined;
}

export function judgeFee(fee: number | null): Refusal<'field_required' | 'fee_out_of_range'> | undefined {
  if (fee === null) return { code: 'field_required' };
  const hundredths = centsOfDecimal(fee);
  const isFee = hundredths !== undefined && hundredths >= 0 && hundredths <= FEE_HUNDREDTHS_MAX;
  return isFee ? undefined : { code: 'fee_out_of_range', params: { minimum: 0, maximum: 100 } };
}

function judgeOwner(owner: string | null, context: SettingsContext): Refusal<SettingsRefusal> | undefined {
  if (!owner) return { code: 'field_required' };
  return context.hasItems && context.present && context.present.ownerAccountId !== owner
    ? { code: 'locked_while_items_exist' }
    : undefined;
}
