import { expect, it } from 'vitest';
import { linkAddressOf } from '#web/design/rich-text/link-address.ts';

it.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  [' example.com/prices ', 'https://example.com/prices'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['help@example.com', 'mailto:help@example.com'],
  ['mailto:help@example.com', 'mailto:help@example.com'],
  ['', undefined],
  ['prices', undefined],
  ['two words.com', undefined],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//evil.example', undefined],
])('turns %j into the address %j', (typed, address) => {
  expect(linkAddressOf(typed)).toBe(address);
});
