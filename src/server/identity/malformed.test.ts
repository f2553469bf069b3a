import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '#contract/basics/route.ts';
import { accountOperations } from '#server/identity/own-account/account-operations.ts';
import { phoneOperations } from '#server/identity/own-account/own-phone.ts';
import { aDevice, aUser, identityWorld, PASSWORD, signIn, type World } from '#testing/world/identity-world.ts';

let world: World;
let authorization: string;
let routes: readonly Route[];
beforeAll(async () => {
  world = await identityWorld();
  const { username } = await aUser(world);
  authorization = `Bearer ${(await signIn(world, aDevice(), username)).accessToken}`;
  routes = [...accountOperations(world.identity), ...phoneOperations(world.identity)].map(({ route }) => route);
});
afterAll(() => world.close());

const HEADERS = { 'x-device-fingerprint': 'a-device' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const send = (url: string, payload: string | Buffer | object, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'POST', url, headers: { ...HEADERS, ...headers }, payload });

/** Valid values, by field name, as an honest client would send them. */
const HONEST: Readonly<Record<string, string>> = {
  Username: 'someone-new',
  Email: 'someone@example.com',
  Password: PASSWORD,
  ConfirmPassword: PASSWORD,
  PhoneCode: '+60',
  PhoneNumber: '12 345 6789',
  NotificationMethod: 'email',
  userRegisterId: '00000000-0000-4000-8000-000000000000',
};

function membersOf(schema: z.ZodMiniType): string[] {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties ?? {});
}

const honestBody = (members: readonly string[]) =>
  Object.fromEntries(members.map((name) => [name, HONEST[name] ?? 'x']));

describe.each([
  ['a NUL byte', 'a\0b'],
  ['half of a surrogate pair', 'a\ud800b'],
])('%s', (_, poison) => {
  it('in any field of any call of the identity service is answered with 400', async () => {
    const wrong: string[] = [];
    let sent = 0;
    for (const { method, path, body, query } of routes) {
      const [inBody, inQuery] = [membersOf(body), membersOf(query)];
      const url = path.replace('{id}', HONEST['userRegisterId'] ?? '');
      for (const name of [...inBody, ...inQuery]) {
        const search = inQuery.includes(name) ? `?${name}=${poison === 'a\0b' ? 'a%00b' : 'a%ED%A0%80b'}` : '';
        const reply = await world.app.inject({
          method,
          url: url + search,
          headers: { ...HEADERS, authorization },
          ...(inBody.length > 0 && { payload: { ...honestBody(inBody), [name]: poison } }),
        });
        sent += 1;
        // A query cannot contain half a surrogate pair. The server reads the replacement character instead.
        const allowed = search.includes('%ED') ? [200, 400] : [400];
        if (!allowed.includes(reply.statusCode)) wrong.push(`${method} ${path} ${name}: ${reply.statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(20);
  });
});

describe('the token endpoint', () => {
  const grant = 'client_id=greenlot-web&grant_type=password&username=abc&password=def';

  it.each([
    ['a body that is too large', `${grant}&scope=${'x'.repeat(200_000)}`, FORM],
    ['JSON', JSON.stringify({ grant_type: 'password' }), { 'content-type': 'application/json' }],
    ['XML', '<a/>', { 'content-type': 'application/xml' }],
    ['no content type', grant, {}],
    ['a repeated parameter', `${grant}&username=other`, FORM],
    ['a repeated grant type', `${grant}&grant_type=refresh_token`, FORM],
    ['invalid percent encoding', `${grant}&otp=%E0%A4%A`, FORM],
    ['a NUL byte in a refresh token', 'client_id=greenlot-web&grant_type=refresh_token&refresh_token=a%00b', FORM],
    ['a NUL byte in the client', 'client_id=a%00b&grant_type=refresh_token&refresh_token=ab', FORM],
  ])('rejects %s as the client’s mistake', async (_, payload, headers) => {
    const { statusCode, body } = await send('/connect/token', payload, headers);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
    expect(JSON.parse(body)).toMatchObject({ error: expect.stringMatching(/^invalid_/) });
  });
});

describe('a call of our own', () => {
  const url = '/api/auth/forgot-password';
  const form = 'Email=someone%40example.com&NotificationMethod=email';

  it.each([
    ['a body that is too large', 'x'.repeat(1_100_000), FORM],
    ['broken JSON', '{"Email":', { 'content-type': 'application/json' }],
    ['text', form, { 'content-type': 'text/plain' }],
    ['XML', '<a/>', { 'content-type': 'application/xml' }],
    ['a repeated parameter', `${form}&Email=other%40example.com`, FORM],
    [
      'a list instead of a text',
      '{"Email":["a@example.com"],"NotificationMethod":"email"}',
      { 'content-type': 'application/json' },
    ],
    ['__proto__', '{"__proto__":{"Email":"a@example.com"}}', { 'content-type': 'application/json' }],
  ])('rejects %s with invalid_request', async (_, payload, headers) => {
    const reply = await send(url, payload, headers);
    expect(reply.json()).toMatchObject({ code: 'invalid_request' });
    expect(reply.statusCode).toBe(400);
  });

  it('accepts the same as a form', async () => {
    expect((await send(url, form, FORM)).statusCode).toBe(200);
  });

  it('sends no host that the caller invented', async () => {
    const { username } = await aUser(world);
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    await send(url, { Email: `${username}@example.com`, NotificationMethod: 'email' }, evil);
    const messages = await world.database.db.selectFrom('outbox').selectAll().execute();
    expect(messages.length).toBeGreaterThan(0);
    expect(JSON.stringify(messages)).not.toContain('evil.example');
  });
});
