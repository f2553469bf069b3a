import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { IMAGE_BYTES_MAX, IMAGE_SIDE_MAX } from '#domain/auction/images.ts';
import {
  CODE_RESEND_MS,
  CODE_LOCKOUT_MS,
  CODE_SENDS_MAX,
  CODE_TRIES_MAX,
  CODE_VALID_MS,
} from '#domain/identity/one-time-code.ts';
import { FAILURE_RULES, LOCKOUT_MAX_MS, lockoutAfterFailures } from '#domain/identity/lockout.ts';
import { TEMPLATE_FILE_LIMIT } from '#domain/template/template-file.ts';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };
import { SETTINGS } from '#server/platform/config/config.ts';

/** These tests compare the documents that ASVS 5.0 requires with the product. */
const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
const MINUTE_MS = 60_000;
const MEGABYTE = 1_048_576;

test('6.1.1: the documented limits of guessing match the rules', () => {
  const guide = read('docs/operate.md');
  const { username, device, address } = FAILURE_RULES;
  const hours = ({ resetAfterMs }: { resetAfterMs: number }) => resetAfterMs / (60 * MINUTE_MS);
  expect(guide).toContain(`wrong passwords of one username | ${username.lockoutFrom} in ${hours(username)} hours`);
  expect(guide).toContain(`the same at a trusted device | ${device.lockoutFrom} in ${hours(device)} hours`);
  expect(guide).toContain(`wrong passwords and codes from one address | ${address.lockoutFrom} in an hour`);
  expect(hours(address)).toBe(1);
  const first = lockoutAfterFailures(username, username.lockoutFrom) / 1_000;
  expect(guide).toContain(
    `a lockout of ${first} seconds, twice as long each time, up to ${LOCKOUT_MAX_MS / MINUTE_MS} min`,
  );
  expect(guide).toContain(
    `tries of a one-time code | ${CODE_TRIES_MAX} tries | a lockout of ${CODE_LOCKOUT_MS / MINUTE_MS}`,
  );
  expect(guide).toContain(`codes that are sent | ${CODE_SENDS_MAX} codes in an hour`);
});

test('6.1.2: every word that passwords may not contain is documented', () => {
  const [, list = ''] = /OWN_WORDS = \[([^\]]+)\]/.exec(read('src/server/identity/password/guessable.ts')) ?? [];
  const words = [...list.matchAll(/'(\w+)'/g)].map(([, word]) => word);
  expect(words.length).toBeGreaterThan(4);
  expect(read('docs/operate.md')).toContain(`the words ${words.join(', ')}, the brand's name`);
});

test('6.6.1: the phone page names the risk of codes by SMS, in both languages', () => {
  expect([en.identity.phoneNote, zh.identity.phoneNote]).toEqual([
    expect.stringContaining('takes over your number'),
    expect.stringContaining('手机号如被他人冒用'),
  ]);
});

test('7.1.1: the lifetimes of sessions are documented, with the reason for the deviation', () => {
  const table = read('docs/asvs.md');
  expect(table).toContain('access tokens end after 10 minutes');
  expect(table).toContain('sessions after 30 days');
  expect(table).toContain("a bidder isn't to be signed out before the end of an auction");
});

test('5.1.1: the sizes and kinds of files are documented', () => {
  const [images, templates] = [
    read('decisions/auctions/0020-images.md'),
    read('decisions/certificates/0030-templates.md'),
  ];
  expect(images).toContain(`at most ${IMAGE_BYTES_MAX / MEGABYTE} MB and ${IMAGE_SIDE_MAX} pixels`);
  expect(templates).toContain(`files are at most ${Math.ceil(TEMPLATE_FILE_LIMIT.bytes / MEGABYTE)} MB`);
  expect(templates).toContain('add up to at most 100 MB');
});

test('13.1.1: the operator’s guide names every service that the server talks to', () => {
  const guide = read('docs/operate.md');
  const outside = SETTINGS.filter((name) => /_URL$|_ENDPOINT$|_ISSUER$|^WEBHOOK/.test(name));
  expect(outside.length).toBeGreaterThan(5);
  expect(outside.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('6.5.5, 6.6.3: a code is valid for five minutes, and another one needs a minute’s wait', () => {
  expect([CODE_VALID_MS, CODE_RESEND_MS]).toEqual([5 * MINUTE_MS, MINUTE_MS]);
});
