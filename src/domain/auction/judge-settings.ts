import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { judgeRecurrence, type ProposedRecurrence } from '#domain/auction/recurrence.ts';
import { judgeSoftClose } from '#domain/auction/soft-close.ts';
import type { MinimumQuantities } from '#domain/auction/judge-item.ts';
import { judgeFee } from '#domain/basics/judge-money.ts';
import { isInstant } from '#domain/basics/instant.ts';
import { judgeQuantity } from '#domain/basics/quantity.ts';
import { accept, acceptAll, acceptFilled, acceptUnless, refuse } from '#domain/basics/accept.ts';
import type { FieldRefusals, Refusal, Result } from '#domain/basics/result.ts';
import { judgeText } from '#domain/basics/text.ts';

/** Maximum number of characters of an auction's title. The specification gives no number; decision 5 sets it. */
export const TITLE_LENGTH_MAX = 120;
const MINUTE_MS = 60_000;
/** Limits of an auction's duration: 1 minute to 21,840 days (docs/rules.md#auction-settings). */
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

/** Settings as a form or a request holds them. Null means an empty field. Fees are percentages, quantities are RECs. */
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
  /** Minutes of soft close. Both `softClose…` fields are given, or both are null if soft close is off. */
  readonly softCloseMinutes: number | null;
  readonly softCloseMaximum: number | null;
};
export type SettingsField = keyof ProposedSettings;

/** The context in which settings are judged: the current time and, if an auction is edited, its stored settings. */
export type SettingsContext = {
  readonly nowMs: number;
  readonly present?:
    | Pick<ProposedSettings, 'startTime' | 'ownerAccountId' | 'minimumRecQuantity' | 'minimumBiddingRecQuantity'>
    | undefined;
  readonly hasItems: boolean;
};

/** Settings that passed all rules, in the form that is stored. */
export type AcceptedSettings = Pick<
  ProposedSettings,
  | 'title'
  | 'auctionType'
  | 'isPrivate'
  | 'spotRecs'
  | 'softCloseMinutes'
  | 'softCloseMaximum'
  | keyof ProposedRecurrence
> &
  MinimumQuantities & {
    readonly startsAtMs: number;
    readonly endsAtMs: number;
    readonly sellerFeeHundredths: number;
    readonly buyerFeeHundredths: number;
    readonly ownerAccountId: string;
  };

/** Judges an auction's settings by every rule of docs/rules.md#auction-settings, per field. */
export function judgeSettings(
  settings: ProposedSettings,
  context: SettingsContext,
): Result<AcceptedSettings, FieldRefusals<SettingsField, SettingsRefusal>> {
  const softClose = judgeSoftClose(settings.softCloseMinutes, settings.softCloseMaximum);
  const recurrence = judgeRecurrence(settings, settings.startTime);
  const judged = acceptAll({
    title: acceptUnless(judgeText(settings.title, TITLE_LENGTH_MAX), settings.title.trim()),
    startTime: judgeStart(settings, context),
    endTime: judgeEnd(settings),
    minimumRecQuantity: judgeMinimum('minimumRecQuantity', settings, context),
    minimumBiddingRecQuantity: judgeSmallestBid(settings, context),
    sellerProcessingFee: judgeFee(settings.sellerProcessingFee),
    buyerProcessingFee: judgeFee(settings.buyerProcessingFee),
    spotRecs: judgeSpot(settings),
    ownerAccountId: judgeOwner(settings.ownerAccountId, context),
    softCloseMinutes: acceptUnless(softClose.minutes, settings.softCloseMinutes),
    softCloseMaximum: acceptUnless(softClose.maximum, settings.softCloseMaximum),
    recurrenceUntil: acceptUnless(recurrence.recurrenceUntil, settings.recurrenceUntil),
    recurrenceTimes: acceptUnless(recurrence.recurrenceTimes, settings.recurrenceTimes),
  });
  if (!judged.ok) return judged;
  const { startTime, endTime, sellerProcessingFee, buyerProcessingFee, ...same } = judged.value;
  const { auctionType, isPrivate, recurrenceTimeZone } = settings;
  return accept({
    ...same,
    auctionType,
    isPrivate,
    recurrenceTimeZone,
    startsAtMs: startTime,
    endsAtMs: endTime,
    sellerFeeHundredths: sellerProcessingFee,
    buyerFeeHundredths: buyerProcessingFee,
  });
}

const judgeStart = (settings: ProposedSettings, { nowMs, present }: SettingsContext) =>
  acceptFilled(settings.startTime, (time): Result<number, Refusal<'invalid_date' | 'start_in_the_past'>> => {
    const startMs = Date.parse(time);
    if (!isInstant(startMs)) return refuse({ code: 'invalid_date' });
    // When the form is sent, an unchanged start may already be in the past. Another rule decides whether the auction
    // can still be edited.
    const isUnchanged = present?.startTime != null && Date.parse(present.startTime) === startMs;
    return startMs < nowMs && !isUnchanged ? refuse({ code: 'start_in_the_past' }) : accept(startMs);
  });

const judgeEnd = ({ startTime, endTime }: ProposedSettings) =>
  acceptFilled(endTime, (time): Result<number, Refusal<SettingsRefusal>> => {
    const endMs = Date.parse(time);
    if (!isInstant(endMs)) return refuse({ code: 'invalid_date' });
    if (startTime === null) return accept(endMs);
    const lastsMs = endMs - Date.parse(startTime);
    if (lastsMs <= 0) return refuse({ code: 'start_before_end' });
    if (lastsMs < DURATION_MS_MIN) return refuse({ code: 'auction_duration_too_short', params: { minutes: 1 } });
    return lastsMs > DURATION_MS_MAX
      ? refuse({ code: 'auction_duration_too_long', params: { days: DURATION_DAYS_MAX } })
      : accept(endMs);
  });

const judgeMinimum = (field: keyof MinimumQuantities, settings: ProposedSettings, context: SettingsContext) =>
  acceptFilled(settings[field], (quantity): Result<number, Refusal<SettingsRefusal>> => {
    const isLocked = context.hasItems && context.present && context.present[field] !== quantity;
    return isLocked ? refuse({ code: 'locked_while_items_exist' }) : acceptUnless(judgeQuantity(quantity), quantity);
  });

/**
 * Refuses a minimum bid quantity above the minimum item quantity: on the smallest item nobody could bid that much.
 * Auctions that were stored before this rule may break this rule. While such an auction has items, both quantities are
 * locked, so its stored values are accepted.
 */
function judgeSmallestBid(
  settings: ProposedSettings,
  context: SettingsContext,
): Result<number, Refusal<SettingsRefusal>> {
  const judged = judgeMinimum('minimumBiddingRecQuantity', settings, context);
  const { minimumRecQuantity: maximum } = settings;
  const isAbove = judged.ok && maximum !== null && judged.value > maximum;
  return isAbove && !context.hasItems ? refuse({ code: 'minimum_bid_above_minimum_rec', params: { maximum } }) : judged;
}

const judgeSpot = ({ spotRecs, auctionType }: ProposedSettings) =>
  spotRecs && !DIRECTIONS[auctionType].mayHoldSpot
    ? refuse({ code: 'spot_not_supported_in_reverse' })
    : accept(spotRecs);

const judgeOwner = (ownerAccountId: string | null, { hasItems, present }: SettingsContext) =>
  acceptFilled(ownerAccountId || null, (owner): Result<string, Refusal<'locked_while_items_exist'>> => {
    const isLocked = hasItems && present && present.ownerAccountId !== owner;
    return isLocked ? refuse({ code: 'locked_while_items_exist' }) : accept(owner);
  });
