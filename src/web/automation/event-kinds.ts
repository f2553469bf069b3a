import type { DeliveryKind } from '#domain/automation/webhook.ts';

/** What each kind of event is called; names are written out, so that a phrase that isn't used is found. */
export const EVENT_WORDS = {
  started: 'automation.eventKind.started',
  endingSoon: 'automation.eventKind.endingSoon',
  outbid: 'automation.eventKind.outbid',
  canWin: 'automation.eventKind.canWin',
  result: 'automation.eventKind.result',
  bidsCancelled: 'automation.eventKind.bidsCancelled',
  orderDecided: 'automation.eventKind.orderDecided',
  test: 'automation.eventKind.test',
} as const satisfies Record<DeliveryKind, string>;
