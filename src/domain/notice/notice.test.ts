import { expect, test } from 'vitest';
import {
  ENDING_MINUTES,
  ENDING_MINUTES_DEFAULT,
  NOTICE_DEFAULTS,
  NOTICE_KINDS,
  outcomeFor,
  COMPANY_NOTICE_KINDS,
  SETTLEMENT_NOTICE_KINDS,
  settlementNoticeKind,
  WAITING_KINDS,
} from '#domain/notice/notice.ts';
import { SETTLEMENT_EVENTS } from '#domain/settlement/tracks.ts';

test('by default every kind shows in the page and the title, and nothing makes a sound', () => {
  for (const kind of NOTICE_KINDS) {
    expect(NOTICE_DEFAULTS[kind]).toEqual(expect.arrayContaining(['page', 'title']));
    expect(NOTICE_DEFAULTS[kind]).not.toContain('sound');
  }
  expect(NOTICE_KINDS.filter((kind) => NOTICE_DEFAULTS[kind].includes('mail'))).toEqual([
    'outbid',
    'canWin',
    'started',
    'result',
    'bidsCancelled',
    'bidsVoid',
    'offered',
    'ownerChanged',
    ...SETTLEMENT_NOTICE_KINDS,
    ...COMPANY_NOTICE_KINDS,
    ...WAITING_KINDS,
  ]);
  expect(ENDING_MINUTES).toEqual(expect.arrayContaining([...ENDING_MINUTES_DEFAULT]));
});

test('a result is won or lost for a bidder, traded or unsold for the owner', () => {
  expect([outcomeFor('bidder', 1), outcomeFor('bidder', 0)]).toEqual(['won', 'lost']);
  expect([outcomeFor('owner', 1), outcomeFor('owner', 0)]).toEqual(['traded', 'unsold']);
});

test('a notice about a settlement is of the kind of its event', () => {
  const kinds = Object.groupBy(SETTLEMENT_EVENTS, settlementNoticeKind);
  expect(kinds.settlementDue).toEqual(['paymentSoon', 'deliverySoon']);
  expect(kinds.settlementLate).toEqual(['markOverdue', 'startCure', 'declareDefault', 'deliveryLate']);
  expect(kinds.settlementInvoice).toEqual(['invoiceIssued', 'creditNoteIssued', 'invoiceRefused', 'invoiceCancelled']);
  expect(kinds.settlementStep).toContain('confirmPayment');
});
