import type { Auction, createAuction } from '#contract/auction/auction.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { judgeSettings } from '#domain/auction/judge-settings.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { SOFT_CLOSE_DEFAULT } from '#domain/auction/soft-close.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/** The values of the settings form. They have the shape of the request body, so no conversion is needed. */
export type Settings = Omit<BodyOf<typeof createAuction>, 'itemsOf'>;

/** The values of a new auction's form. */
export const NEW_SETTINGS: Settings = {
  title: '',
  auctionType: 'Forward',
  isPrivate: true,
  startTime: null,
  endTime: null,
  minimumRecQuantity: null,
  minimumBiddingRecQuantity: null,
  sellerProcessingFee: 0,
  buyerProcessingFee: 0,
  spotRecs: false,
  ownerAccountId: null,
  tickSizeId: null,
  softCloseMinutes: SOFT_CLOSE_DEFAULT.minutes,
  softCloseMaximum: SOFT_CLOSE_DEFAULT.maximum,
  ...NO_RECURRENCE,
};

/** The labels of the settings, for a person whose form was overtaken. */
export const SETTING_LABELS = {
  title: 'auction.title',
  auctionType: 'auction.auctionType',
  isPrivate: 'auction.visibility',
  startTime: 'auction.start',
  endTime: 'auction.end',
  minimumRecQuantity: 'auction.minimumRecQuantity',
  minimumBiddingRecQuantity: 'auction.minimumBiddingRecQuantity',
  sellerProcessingFee: 'auction.sellerFee',
  buyerProcessingFee: 'auction.buyerFee',
  spotRecs: 'auction.spotRecs',
  ownerAccountId: 'auction.owner',
  tickSizeId: 'auction.tickSize',
  softCloseMinutes: 'auction.softCloseMinutes',
  softCloseMaximum: 'auction.softCloseMaximum',
  recurrenceTimeZone: 'recurrence.on',
  recurrenceUntil: 'recurrence.until',
  recurrenceTimes: 'recurrence.times',
} as const satisfies Record<keyof Settings, PhraseKey>;

/** Returns the form values of a stored auction. `endTime` is the scheduled end, without extensions. */
export const settingsOf = (auction: Auction): Settings => ({
  title: auction.title,
  auctionType: auction.auctionType,
  isPrivate: auction.isPrivate,
  startTime: auction.startTime,
  endTime: auction.endTime,
  minimumRecQuantity: auction.minimumRecQuantity,
  minimumBiddingRecQuantity: auction.minimumBiddingRecQuantity,
  sellerProcessingFee: auction.sellerProcessingFee,
  buyerProcessingFee: auction.buyerProcessingFee,
  spotRecs: auction.spotRecs,
  ownerAccountId: auction.sellerInformation.accountId,
  tickSizeId: auction.tickSize.id,
  softCloseMinutes: auction.softClose?.minutes ?? null,
  softCloseMaximum: auction.softClose?.maximum ?? null,
  recurrenceTimeZone: auction.recurrence?.timeZone ?? null,
  recurrenceUntil: auction.recurrence?.until ?? null,
  recurrenceTimes: auction.recurrence?.times ?? null,
});

/** Returns the initial settings of a copy: those of the copied auction, without its times and its recurrence. */
export const copiedSettings = (auction: Auction): Settings => ({
  ...settingsOf(auction),
  ...NO_RECURRENCE,
  startTime: null,
  endTime: null,
});

/** Returns the request body: the settings with a trimmed title. */
export const settingsRequest = (settings: Settings): Settings => ({ ...settings, title: settings.title.trim() });

/** Returns a function that checks settings: as a change of `auction` if given, else as settings of a new auction. */
export const judgeForm =
  (auction: Auction | undefined, nowMs: () => number) =>
  (settings: Settings): Refusals<Settings> =>
    refusalsOf(
      judgeSettings(settings, {
        nowMs: nowMs(),
        hasItems: (auction?.items.length ?? 0) > 0,
        ...(auction && { present: settingsOf(auction) }),
      }),
    );
