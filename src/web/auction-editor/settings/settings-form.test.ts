import { expect, test } from 'vitest';
import {
  judgeForm,
  NEW_SETTINGS,
  settingsOf,
  settingsRequest,
  type Settings,
} from '#web/auction-editor/settings/settings-form.ts';
import { buildAuction, OWNER_ID } from '#testing/builders/auction-builders.ts';
import { settingsBody } from '#contract/auction/auction.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';

const NOW_MS = Date.parse('2026-03-01T00:00:00.000Z');
const nowMs = () => NOW_MS;

const codesOf = (settings: Settings, auction = buildAuction()) =>
  Object.fromEntries(
    Object.entries(judgeForm(auction, nowMs)(settings)).map(([name, refusal]) => [name, refusal?.code]),
  );

test('a stored auction passes through the form unchanged and matches the contract', () => {
  const request = settingsRequest(settingsOf(buildAuction({ tickId: '6d3c9f2e-2f0a-4f35-9a57-0d8f6f2b7c11' })));
  expect(settingsBody.parse(request)).toEqual({
    title: 'Hydro 2025',
    auctionType: 'Forward',
    isPrivate: true,
    startTime: '2026-03-02T01:00:00.000Z',
    endTime: '2026-03-02T03:00:00.000Z',
    minimumRecQuantity: 1_000,
    minimumBiddingRecQuantity: 100,
    sellerProcessingFee: 1.25,
    buyerProcessingFee: 0,
    spotRecs: false,
    ownerAccountId: OWNER_ID,
    tickSizeId: '6d3c9f2e-2f0a-4f35-9a57-0d8f6f2b7c11',
    softCloseMinutes: null,
    softCloseMaximum: null,
    ...NO_RECURRENCE,
  });
});

test('edits the scheduled end, not the extended one', () => {
  const auction = buildAuction({ auctionEndTime: '2026-03-02T03:10:00.000Z' });
  expect(settingsOf(auction).endTime).toBe('2026-03-02T03:00:00.000Z');
});

test('sends the title without surrounding spaces', () => {
  expect(settingsRequest({ ...NEW_SETTINGS, title: '  Hydro ' }).title).toBe('Hydro');
});

test('a new form requires everything without a usual value', () => {
  const found = judgeForm(undefined, nowMs)(NEW_SETTINGS);
  expect(Object.keys(found).toSorted()).toEqual([
    'endTime',
    'minimumBiddingRecQuantity',
    'minimumRecQuantity',
    'ownerAccountId',
    'startTime',
    'title',
  ]);
});

test('locks owner and minimum quantities while items exist', () => {
  const changed = { ...settingsOf(buildAuction()), ownerAccountId: 'other', minimumRecQuantity: 500 };
  expect(codesOf(changed, buildAuction({ itemCount: 1 }))).toEqual({
    ownerAccountId: 'locked_while_items_exist',
    minimumRecQuantity: 'locked_while_items_exist',
  });
  expect(codesOf(changed, buildAuction({ itemCount: 0 }))).toEqual({});
});

test('a start that has passed in the meantime may stay, but not move within the past', () => {
  const auction = buildAuction({ startTime: '2026-02-28T00:00:00.000Z' });
  expect(codesOf(settingsOf(auction), auction)).toEqual({});
  expect(codesOf({ ...settingsOf(auction), startTime: '2026-02-28T01:00:00.000Z' }, auction)).toEqual({
    startTime: 'start_in_the_past',
  });
});
