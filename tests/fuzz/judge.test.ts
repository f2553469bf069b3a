import { expect, test } from 'vitest';
import { createChance } from '#testing/world/chance.ts';
import { judge, namesOfColumns } from './judge.ts';
import { someRequest, type Described } from './some-request.ts';

const columns = namesOfColumns(
  'create table auction (\n  id uuid not null,\n  owner_account_id uuid not null,\n  not_found text\n);',
);
const JSON_TYPE = { 'content-type': 'application/json' };
const refusal = (message: string) => JSON.stringify({ code: 'invalid_request', message });
const of = (status: number, text: string) => judge({ status, headers: JSON_TYPE, text }, columns);

test.each([
  [200, '{"code":"Success","data":{"about":"select * from us"}}'],
  [400, refusal('The request is not valid')],
  [404, JSON.stringify({ code: 'not_found', message: 'Not found' })],
  [400, JSON.stringify({ error: 'invalid_grant', error_description: 'x' })],
  [404, ''],
])('%i %s is accepted', (status, text) => expect(of(status, text)).toBeUndefined());

test.each([
  [0, 'socket hang up'],
  [500, JSON.stringify({ code: 'internal', message: 'Something went wrong' })],
  [503, ''],
  [400, refusal('invalid input syntax for type uuid')],
  [400, refusal('select id from auction where id = 1')],
  [400, refusal('TypeError: x is not a function')],
  [400, refusal('at parse (/srv/app/src/server/x.ts:1:2)')],
  [400, refusal('owner_account_id must be a uuid')],
  [400, refusal('Unexpected token } in JSON')],
  [400, '{"statusCode":400,"error":0}'],
  [404, 'Cannot GET /x'],
  [400, JSON.stringify({ code: 'of_no_catalogue', message: 'x' })],
])('%i %s is a fault', (status, text) => expect(of(status, text)).toEqual(expect.any(String)));

test('the same seed makes the same request', () => {
  const operation: Described = {
    method: 'POST',
    path: '/a/{id}',
    query: [{ name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100 } }],
    body: { type: 'application/json', schema: { type: 'object', properties: { name: { type: 'string' } } } },
  };
  const ids = { some: () => 'an-id' };
  const made = (seed: number) =>
    Array.from({ length: 50 }, (_, at) => someRequest(operation, createChance(seed + at), ids));
  expect(made(1)).toEqual(made(1));
  expect(made(1)).not.toEqual(made(2));
});
