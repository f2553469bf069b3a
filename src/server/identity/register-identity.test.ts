import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIdentity } from '#server/identity/identity.ts';
import { authorizeRequest, visit } from '#testing/world/code-flow.ts';
import { aDevice, askToken, identityWorld, type World } from '#testing/world/identity-world.ts';

const ISSUER = 'http://greenlot.test';
let world: World;
beforeAll(async () => void (world = await identityWorld({ VARIANT: 'GLOBAL' })));
afterAll(() => world.close());

const discover = (headers: Record<string, string> = {}) =>
  world.app.inject({ url: '/.well-known/openid-configuration', headers });

describe('the mounted provider', () => {
  it('names its addresses by the issuer, whatever host the client claims', async () => {
    const honest = await discover();
    const lying = await discover({
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
    });
    expect(lying.body).toBe(honest.body);
    expect(honest.json()).toMatchObject({
      issuer: ISSUER,
      token_endpoint: `${ISSUER}/connect/token`,
      authorization_endpoint: `${ISSUER}/connect/authorize`,
      end_session_endpoint: `${ISSUER}/connect/endsession`,
      revocation_endpoint: `${ISSUER}/connect/revocation`,
    });
    const sent = await visit(world, aDevice({ headers: { host: 'evil.example' } }), authorizeRequest(world).url);
    expect(sent.headers.location).not.toContain('evil');
  });

  it("runs the server's hooks and keeps the headers that they set", async () => {
    expect((await discover()).headers['x-server']).toBe('greenlot');
    const reply = await world.app.inject({ method: 'POST', url: '/connect/token' });
    expect(reply).toMatchObject({ statusCode: 400, headers: { 'x-server': 'greenlot' } });
  });

  it('publishes keys without their private part, the same in every process', async () => {
    const reply = await world.app.inject({ url: '/.well-known/openid-configuration/jwks' });
    const { keys } = reply.json<{ keys: Record<string, string>[] }>();
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {})).not.toContain('d');
    const { database, identity } = world;
    const other = await openIdentity({ database, clock: identity.clock, config: identity.config });
    expect(other.keys.privateKeys).toEqual(identity.keys.privateKeys);
  });

  it('does not open its keys with another secret', async () => {
    const { database, identity } = world;
    const config = { ...identity.config, SECRET_KEY: 'another secret of at least 32 characters' };
    await expect(openIdentity({ database, clock: identity.clock, config })).rejects.toThrow('SECRET_KEY');
  });

  it('rejects pages of other origins, and accepts its own under any name', async () => {
    const from = (origin: string) => aDevice({ headers: { origin, host: '127.0.0.1:3000' } });
    const grant = { grant_type: 'refresh_token', refresh_token: 'nothing' };
    expect((await askToken(world, from('http://evil.example'), grant)).body.error).toBe('invalid_request');
    expect((await askToken(world, from('http://127.0.0.1:3000'), grant)).body.error).toBe('invalid_grant');
    expect((await askToken(world, from(ISSUER), grant)).body.error).toBe('invalid_grant');
  });

  it.each([
    '/connect/authorize?client_id=greenlot-web&state=%00',
    '/connect/token?x=%00',
    '/connect/endsession?state=%00',
  ])('answers malformed text with 400 or a page: %s', async (url) => {
    const replies = [undefined, { x: '\0' }].map((form) => visit(world, aDevice(), url, form));
    for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBeLessThan(500);
  });

  it('answers malformed text in stored fields with 400', async () => {
    const reply = await visit(world, aDevice(), authorizeRequest(world, { state: '\0' }).url);
    expect([400, 303]).toContain(reply.statusCode);
    expect(reply.body + String(reply.headers.location)).toContain('invalid_request');
  });
});
