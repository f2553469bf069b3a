import type { Chance } from '#testing/world/chance.ts';

/**
 * Values that no honest client sends. None of them resembles the server's internals, so internals in an answer cannot
 * come from the request.
 */

/**
 * Texts: half of a surrogate pair, NUL, marks that change the text direction, long encodings, formulas, paths,
 * templates.
 */
const TEXTS = [
  '',
  ' ',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202Eabc',
  '\uFEFF',
  '\uFFFF',
  'e\u0301'.repeat(50),
  '😀'.repeat(300),
  'x'.repeat(5_000),
  `x'); drop table auction; --`,
  `' or '1'='1`,
  '%',
  '_%_',
  '\\',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=1+1',
  '@SUM(A1)',
  '{{7*7}}',
  '${7*7}',
  'constructor',
  '__proto__',
  'toString',
  'NaN',
  'null',
  '-0',
  '1e999',
  'a\r\nSet-Cookie: x=y',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  '-000001-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  'Asia/Kuala_Lumpur',
] as const;

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1,
  0.005,
  1e-12,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
] as const;

const DEPTH = 3_000;

export const aNastyText = (chance: Chance): string =>
  chance.happens(0.01) ? 'y'.repeat(200_000) : chance.one<string>(TEXTS);

/** Returns a random JSON value, mostly of another type than the expected one. */
export function aNastyValue(chance: Chance): unknown {
  const kinds: (() => unknown)[] = [
    () => aNastyText(chance),
    () => aNastyText(chance),
    () => chance.one<number>(NUMBERS),
    () => chance.one([null, true, false]),
    () => chance.one<unknown>([[], {}, [null], [[]], { length: 9 }]),
    () => Array.from({ length: chance.between(2, 600) }, () => aNastyText(chance)),
    () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"role":"Admin"}}}'),
  ];
  return chance.one(kinds)();
}

/** Returns a body that is not JSON, or that no honest client writes. */
export function aNastyBody(chance: Chance, honest: string): Buffer {
  const kinds: (() => Buffer)[] = [
    () => Buffer.from(''),
    () => Buffer.from('{'),
    () => Buffer.from(honest.slice(0, -1)),
    () => Buffer.from(`\uFEFF${honest}`),
    () => Buffer.from(honest, 'utf16le'),
    () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    // Contains every member twice.
    () => Buffer.from(honest.replace(/^\{(.*)\}$/s, (_, inside: string) => `{${inside},${inside}}`)),
    () => Buffer.from(`{"a":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`),
    () => Buffer.from('{"a":'.repeat(DEPTH) + '1' + '}'.repeat(DEPTH)),
    () => Buffer.from(`[${honest}]`),
    () => Buffer.from(JSON.stringify(honest)),
    () => Buffer.from('null'),
    () => Buffer.from('1e400'),
    () => Buffer.from('{"__proto__":null,"a":1}'),
    () => Buffer.from(honest.replaceAll('"', "'")),
    () => (chance.happens(0.05) ? Buffer.alloc(1_100_000, 0x20) : Buffer.alloc(64)),
  ];
  return chance.one(kinds)();
}

const HEADER_TEXTS = [
  '',
  ' ',
  'x'.repeat(4_000),
  '%00',
  '\u00ff\u00fe',
  '*',
  ';',
  ',,,',
  'zh-*;q=9',
  '{"a":1}',
  '../..',
  '0',
];
const HEADER_NAMES = [
  'accept',
  'accept-language',
  'accept-timezone',
  'accept-encoding',
  'authorization',
  'cookie',
  'content-encoding',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'x-device-fingerprint',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-http-method-override',
];

/** Returns some headers that are meaningless, or that no client sends. */
export const nastyHeaders = (chance: Chance): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: chance.between(1, 3) }, () => [chance.one(HEADER_NAMES), chance.one(HEADER_TEXTS)]),
  );

export const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'application/merge-patch+json',
  'x',
  '',
];

/** Returns an invalid part of a path or a query: wrong escapes, half characters, folders. */
export const aNastyEscape = (chance: Chance): string =>
  chance.one([
    '%00',
    '%ED%A0%80',
    '%E0%A4%A',
    '%',
    '%zz',
    '..%2f..%2fetc%2fpasswd',
    '%252e%252e%252f',
    '%C0%AF',
    '~',
    ';a=b',
    '%F0%9F%98%80',
    'x'.repeat(3_000),
    '-1',
    '1e9',
    '%20',
    encodeURIComponent(aNastyText(chance).slice(0, 500).toWellFormed()),
  ]);
