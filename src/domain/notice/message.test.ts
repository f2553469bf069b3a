import { expect, test } from 'vitest';
import { areMessagesFailing, judgeSendAgain, maskAddresses, maskRecipient } from '#domain/notice/message.ts';

const NOW = 1_000;

test('a sent or failed message can be sent again while its text exists and is useful', () => {
  const message = { hasText: true, usefulUntilMs: null };
  expect(judgeSendAgain({ ...message, state: 'sent' }, NOW)).toBe(null);
  expect(judgeSendAgain({ ...message, state: 'failed', usefulUntilMs: NOW + 1 }, NOW)).toBe(null);
  expect(judgeSendAgain({ ...message, state: 'waiting' }, NOW)).toBe('message_waits');
  expect(judgeSendAgain({ ...message, state: 'failed', usefulUntilMs: NOW }, NOW)).toBe('message_expired');
  expect(judgeSendAgain({ ...message, state: 'sent', hasText: false }, NOW)).toBe('message_text_deleted');
});

test('messages fail if a tenth of the last hour failed, at two recipients or more', () => {
  expect(areMessagesFailing({ sent: 0, failed: 0, failedRecipients: 0 })).toBe(false);
  expect(areMessagesFailing({ sent: 0, failed: 9, failedRecipients: 1 })).toBe(false);
  expect(areMessagesFailing({ sent: 0, failed: 2, failedRecipients: 2 })).toBe(true);
  expect(areMessagesFailing({ sent: 18, failed: 2, failedRecipients: 2 })).toBe(true);
  expect(areMessagesFailing({ sent: 19, failed: 2, failedRecipients: 2 })).toBe(false);
});

test('masks recipients, and the addresses in the answer of a mail server', () => {
  expect([maskRecipient('mei@example.com'), maskRecipient('+60123456789')]).toEqual(['m***@example.com', '+60 ***789']);
  expect(maskAddresses('550 5.1.1 <maria@example.com>: unknown')).toBe('550 5.1.1 <m***a@example.com>: unknown');
});
