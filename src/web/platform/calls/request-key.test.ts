import { expect, test } from 'vitest';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { createRequestKeys } from '#web/platform/calls/request-key.ts';

const counting = () => {
  let made = 0;
  return createRequestKeys(() => `key ${++made}`);
};

test('the same content keeps its key, other content gets another', () => {
  const { keyFor } = counting();
  expect(keyFor({ title: 'a' })).toBe('key 1');
  expect(keyFor({ title: 'a' })).toBe('key 1');
  expect(keyFor({ title: 'b' })).toBe('key 2');
});

test('after success the same content gets a new key', () => {
  const { keyFor, forget } = counting();
  expect(keyFor({ title: 'a' })).toBe('key 1');
  forget();
  expect(keyFor({ title: 'a' })).toBe('key 2');
});

test('after a rejection the same content gets a new key, but not when no answer came', () => {
  const { keyFor, takeRefused } = counting();
  expect(keyFor({ title: 'a' })).toBe('key 1');
  takeRefused(new ApiError('no_response', {}));
  expect(keyFor({ title: 'a' })).toBe('key 1');
  takeRefused(new ApiError('auction_paused', { status: 409 }));
  expect(keyFor({ title: 'a' })).toBe('key 2');
});
