import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { ErrorBody } from '#contract/errors/error-body.ts';
import { route } from '#contract/basics/route.ts';
import type { Db } from '#server/platform/database/database.ts';
import { createHttp, registerOperations } from '#server/platform/http/http.ts';
import { operation } from '#server/platform/http/operation.ts';

const bid = z.strictObject({
  quantity: z.int().check(z.minimum(1), z.maximum(100)),
  price: z.string().check(z.regex(/^\d+$/), z.maxLength(4)),
});
const placeBids = route('POST /bids/{id}', {
  access: 'open',
  summary: 'Place bids',
  query: z.strictObject({ day: z.optional(z.iso.date()) }),
  body: z.strictObject({
    bids: z.array(bid).check(z.maxLength(4)),
    mode: z._default(z.enum(['live', 'sealed']), 'live'),
    even: z.optional(z.number().check(z.multipleOf(2))),
    owner: z.optional(z.union([z.strictObject({ kind: z.literal('own') }), z.string().check(z.minLength(2))])),
  }),
});

const app = createHttp({ logger: false, trustProxy: '' });
registerOperations(app, [operation(placeBids, async () => ({}))], {
  db: { transaction: () => ({ execute: (work: (db: Db) => unknown) => work({} as Db) }) } as unknown as Db,
  clock: { nowMs: () => 0 },
  authenticate: () => Promise.reject(new Error('not asked for')),
});

async function refuse(body: object, { query = '', language = 'en' } = {}) {
  const url = `/auction-api/bids/0b8f3c56-6f0e-4b8e-9d4f-1f0f3a3f9a11${query}`;
  const reply = await app.inject({ method: 'POST', url, payload: body, headers: { 'accept-language': language } });
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
  return reply.json<ErrorBody>();
}

test('a refused schema names each field by its path, with the reason', async () => {
  const {
    code,
    status,
    fields = {},
  } = await refuse(
    {
      bids: [{ quantity: 1, price: '1' }, { price: '12345' }, { quantity: 1.5, price: 7 }, { quantity: 0, price: 'x' }],
      mode: 'open',
      even: 3,
      owner: 'x',
      note: 'unknown',
    },
    { query: '?day=31.12.2026' },
  );
  expect([status, code]).toEqual([400, 'invalid_request']);
  expect(Object.fromEntries(Object.entries(fields).map(([name, { message }]) => [name, message]))).toEqual({
    day: 'Must be a date such as 2026-12-31',
    'bids[1].quantity': 'This field is required',
    'bids[1].price': 'Must have at most 4 characters',
    'bids[2].quantity': 'Must be a whole number',
    'bids[2].price': 'Must be text',
    'bids[3].quantity': 'Must be at least 1',
    'bids[3].price': 'Has the wrong format',
    mode: 'Must be one of: live, sealed',
    even: 'This value isn’t possible here',
    owner: 'Must have at least 2 characters',
    note: 'This field isn’t known here',
  });
});

test('the answer is a problem of RFC 9457, with our own members, in the caller’s language', async () => {
  const quantity = 101;
  expect(await refuse({ bids: [{ quantity, price: '1' }] }, { language: 'zh' })).toMatchObject({
    type: 'urn:greenlot:error:invalid_request',
    title: 'invalid request',
    status: 400,
    detail: '请求无效\nbids[0].quantity: 不得大于 100',
    code: 'invalid_request',
    message: '请求无效',
    fields: { 'bids[0].quantity': { code: 'field_too_large', message: '不得大于 100' } },
  });
});

test('a body of thousands of wrong fields names some of them', async () => {
  const { fields = {} } = await refuse(Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`x${at}`, 1])));
  expect(Object.keys(fields).length).toBe(20);
});
