import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { HUB_PATH, HUB_SUBPROTOCOL, getListTokenAsUser } from '#contract/bidding/room.ts';
import { createTickSize } from '#contract/tick.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** These tests use a server with production settings on a real socket (ASVS 5.0, chapters 3, 4, 12, 13, 14 and 16). */
const HOME = 'https://rec.greenlot.example';
const SETTINGS = {
  NODE_ENV: 'production',
  PUBLIC_URL: HOME,
  VARIANT: 'TNBX',
  SECRET_KEY: 'a secret of at least thirty-two characters',
  SMTP_URL: 'smtps://127.0.0.1:1',
  LOG_LEVEL: 'trace',
};

let log = '';
let w: World;
let admin: SignedIn;
let user: SignedIn;
let port: number;
beforeAll(async () => {
  w = await world(SETTINGS, { write: (text) => void (log += text) });
  await w.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = w.app.server.address() as AddressInfo);
  [admin, user] = [await w.signedIn({ role: 'Admin' }), await w.signedIn()];
});
afterAll(() => w.end());

const as = (who: SignedIn) => ({ authorization: `Bearer ${who.token}` });

/** Sends this text unchanged. Returns everything that the server sends until it closes the connection. */
async function speak(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  socket.on('error', () => undefined);
  socket.write(text);
  socket.end();
  await once(socket, 'close');
  return heard;
}
const statusesOf = (heard: string): string[] =>
  [...heard.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status = '']) => status);

test('3.5.1, 3.5.2: no call accepts a cookie or a parameter as authentication', async () => {
  const token = user.token;
  for (const [url, headers] of [
    [`${API_BASE}/profile`, { cookie: `access_token=${token}; token=${token}; session=${token}` }],
    [`${API_BASE}/profile?access_token=${token}`, {}],
    [`${API_BASE}/profile?authorization=Bearer%20${token}`, {}],
  ] as const)
    expect([url, (await w.app.inject({ url, headers })).statusCode === 200]).toEqual([url, false]);
});

test('3.5.3: a state-changing call rejects GET, HEAD and overridden methods', async () => {
  const paths = await readPaths(w);
  for (const [path, methods] of Object.entries(paths)) {
    if ('get' in methods || path.startsWith('/api/') || path.startsWith('/connect/')) continue;
    const url = API_BASE + path.replaceAll(/\{\w+\}/g, randomUUID());
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode } = await w.app.inject({ method, url, headers: as(admin) });
      expect([method, path, statusCode]).toEqual([method, path, expect.toBeOneOf([403, 404])]);
    }
    // A header or a query parameter cannot change the method of a request.
    const headers = { ...as(admin), 'x-http-method-override': 'DELETE' };
    const reply = await w.app.inject({ method: 'GET', url: `${url}?_method=DELETE`, headers });
    expect([path, reply.statusCode >= 400]).toEqual([path, true]);
  }
});

test('3.5.4: pages, API and identity service are one origin, as the deviation says', async () => {
  const env = (await w.app.inject('/env')).json<Record<string, unknown>>();
  expect(env).toMatchObject({ apiBaseUrl: API_BASE, identityBaseUrl: '', issuer: HOME });
});

test('3.7.1, 10.1.1, 14.2.3: pages use nothing outdated and nothing external: no plugin, tracker or foreign font', async () => {
  for (const url of ['/', '/login', '/user/auctions', '/docs']) {
    const { body, headers } = await w.app.inject({ url, headers: { accept: 'text/html' } });
    expect([url, body.match(/<(object|embed|applet|iframe|frame)\b/gi)]).toEqual([url, null]);
    const outside = [...body.matchAll(/(?:src|href|action)="(https?:)?\/\/([^"/]+)/g)].map(([, , host]) => host);
    expect([url, outside.filter((host) => host !== new URL(HOME).host)]).toEqual([url, []]);
    const policy = String(headers['content-security-policy']);
    for (const directive of ['connect-src', 'img-src', 'font-src', 'form-action'])
      expect([directive, new RegExp(`${directive} [^;]*(https?:|\\*)`).test(policy)]).toEqual([directive, false]);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  }
});

test('4.1.1: every answer with a body declares its type, and text its character set', async () => {
  for (const url of [
    '/',
    '/env',
    '/health/ready',
    '/openapi.json',
    '/docs',
    '/brand/icon.svg',
    '/nothing',
    `${API_BASE}/profile`,
    '/.well-known/openid-configuration',
    '/connect/authorize?client_id=x',
  ]) {
    const { headers, body } = await w.app.inject({ url, headers: { accept: 'text/html' } });
    const type = String(headers['content-type']);
    expect([url, body.length > 0, /^(text\/html|application\/(problem\+)?json|image\/svg\+xml)/.test(type)]).toEqual([
      url,
      true,
      true,
    ]);
    if (type.startsWith('text/') || type.includes('json'))
      expect([url, type]).toEqual([url, expect.stringMatching(/charset=utf-8/i)]);
  }
});

test('4.1.2: the server redirects no plain request to https', async () => {
  for (const url of ['/', `${API_BASE}/profile`, '/connect/token']) {
    const { statusCode } = await w.app.inject({ url, headers: { ...as(user), 'x-forwarded-proto': 'http' } });
    expect([url, statusCode >= 300 && statusCode < 400]).toEqual([url, false]);
  }
});

test('4.1.3, 15.3.4: without a trusted proxy nobody can set its own address, host or user', async () => {
  log = '';
  const told = {
    'x-forwarded-for': '203.0.113.9',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'x-user-id': admin.userId,
    'x-role': 'Admin',
  };
  const reply = await w.app.inject({ url: `${API_BASE}/admin/tick-sizes`, headers: { ...as(user), ...told } });
  expect(reply.json()).toMatchObject({ code: 'forbidden_access' });
  expect(log).toContain('"address":"127.0.0.1"');
  expect(log).not.toContain('203.0.113.9');
});

test('4.2.1: rejects a message whose end another parser could see elsewhere', async () => {
  const head = (more: string, body = '') =>
    `POST ${API_BASE}/admin/tick-sizes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}\r\n\r\n${body}`;
  const hidden = `GET ${API_BASE}/smuggled HTTP/1.1\r\nHost: x\r\n\r\n`;
  for (const message of [
    head(`Content-Length: ${hidden.length}\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${hidden}`),
    head('Content-Length: 2\r\nContent-Length: 0', `{}${hidden}`),
    head('Content-Length: +2', `{}${hidden}`),
    head('Content-Length: 2, 0', `{}${hidden}`),
    head('Transfer-Encoding: chunked, identity', `0\r\n\r\n${hidden}`),
    head('Transfer-Encoding: xchunked', `0\r\n\r\n${hidden}`),
    head('Transfer-Encoding : chunked', `0\r\n\r\n${hidden}`),
    head('Transfer-Encoding: chunked', `2;\n\r\n{}\r\n0\r\n\r\n${hidden}`),
    head('X: a\nContent-Length: 2', `{}${hidden}`),
  ])
    expect([message, statusesOf(await speak(message))]).toEqual([message, ['400']]);
});

test('4.3.1, 4.3.2, 10.4.7, 17.3.1: has no GraphQL, no client registration and no signaling', async () => {
  for (const url of ['/graphql', `${API_BASE}/graphql`, '/connect/reg', '/connect/register', '/signaling', '/turn']) {
    const reply = await w.app.inject({
      method: 'POST',
      url,
      headers: as(admin),
      payload: { query: '{__schema{types{name}}}' },
    });
    expect([url, reply.statusCode]).toEqual([url, 404]);
  }
});

const open = (headers: Record<string, string>, query = ''): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${HUB_PATH}${query}`, [HUB_SUBPROTOCOL], { headers });
    socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode ?? 0));
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.on('error', () => resolve(0));
  });

test('4.4.1, 4.4.2, 4.4.3, 4.4.4: only a signed-in person opens a socket, over https, from our own pages', async () => {
  const path = `${API_BASE}${getListTokenAsUser.path}?page=user_auctions`;
  expect((await w.app.inject(path)).statusCode).toBe(401);
  const told = (await w.app.inject({ url: path, headers: as(user) })).json<{
    data: { url: string; accessToken: string };
  }>();
  // Clients of the hub's protocol replace https in this address by wss.
  expect(told.data.url).toMatch(/^https:\/\/rec\.greenlot\.example\//);
  const query = `?access_token=${told.data.accessToken}`;
  expect(told.data.accessToken).toMatch(/^[\w-]{43}$/);
  expect(await open({ origin: 'https://evil.example' }, query)).toBe(403);
  expect(await open({ origin: `${HOME}.evil.example` }, query)).toBe(403);
  expect(await open({ origin: HOME })).toBe(401);
  // A session's token cannot open a socket. A socket needs its own token, which works once.
  expect(await open({ origin: HOME }, `?access_token=${user.token}`)).toBe(401);
  expect(await open({ origin: HOME }, query)).toBe(101);
  expect(await open({ origin: HOME }, query)).toBe(401);
});

test('6.3.2, 13.2.3: there are no default accounts, and no common name and password signs in', async () => {
  const names = (await w.database.db.selectFrom('app_user').select('username').execute()).map(
    ({ username }) => username,
  );
  expect(names.toSorted()).toEqual([admin.username, user.username].toSorted());
  for (const [username, password] of [
    ['admin', 'admin'],
    ['root', 'root'],
    ['admin', 'Greenlot-Demo-1'],
    ['newcomer', 'Greenlot-Demo-1'],
  ]) {
    const payload = new URLSearchParams({
      client_id: 'greenlot-web',
      grant_type: 'password',
      username: username ?? '',
      password: password ?? '',
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-device-fingerprint': 'a-device' };
    const reply = await w.app.inject({ method: 'POST', url: '/connect/token', headers, payload });
    expect([username, reply.statusCode]).toEqual([username, 400]);
  }
});

test('6.4.1, 6.4.2: nobody sets another user’s password, and there are no secret questions', () => {
  const routes = w.app.printRoutes({ commonPrefix: false });
  expect(routes).toContain('/change-password (POST)');
  expect(routes.match(/question|hint|activat|temporary|initial-password|[^\n]*users[^\n]*password[^\n]*/gi)).toBe(null);
});

test('8.3.1, 15.3.3: only the token determines the caller and the role', async () => {
  for (const url of ['/admin/tick-sizes?role=Admin', `/admin/tick-sizes?userId=${admin.userId}`]) {
    const headers = { ...as(user), 'x-role': 'Admin', role: 'Admin', cookie: `role=Admin; userId=${admin.userId}` };
    expect((await w.app.inject({ url: API_BASE + url, headers })).json()).toMatchObject({ code: 'forbidden_access' });
  }
});

test('11.6.1, 9.1.2: tokens are signed with P-256 keys, whose private part is not published', async () => {
  const { keys } = (await w.app.inject('/.well-known/openid-configuration/jwks')).json<{
    keys: Record<string, string>[];
  }>();
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' });
  expect(keys.flatMap((key) => Object.keys(key)).filter((name) => ['d', 'p', 'q', 'k'].includes(name))).toEqual([]);
});

test('13.4.1, 13.4.3: lists no folder, and serves nothing of the repository', async () => {
  for (const url of [
    '/.git/HEAD',
    '/.git/config',
    '/assets/',
    '/assets',
    '/brand/',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/package.json',
    '/src/server/main.ts',
    '/.env',
    '/schema.sql',
    '/migrations/',
  ]) {
    const { statusCode, body } = await w.app.inject({ url });
    expect([url, statusCode]).toEqual([url, expect.toBeOneOf([400, 403, 404])]);
    expect(body).not.toMatch(/"dependencies"|Index of|ref: refs/);
  }
});

test('13.4.2, 15.2.3: production has no development page, no demo, no test operation', async () => {
  const env = (await w.app.inject('/env')).json<Record<string, unknown>>();
  expect(env).toMatchObject({ outboxPath: null, demoPeople: [] });
  for (const url of [
    '/development/outbox',
    `${API_BASE}/development/outbox`,
    '/debug',
    '/metrics',
    '/admin/debug',
    '/actuator',
    '/server-status',
  ])
    expect([url, (await w.app.inject({ url, headers: as(admin) })).statusCode]).toEqual([url, 404]);
});

test('13.4.4: rejects TRACE and unknown methods, and echoes nothing', async () => {
  for (const method of ['TRACE', 'TRACK', 'CONNECT', 'DEBUG', 'PROPFIND']) {
    const heard = await speak(
      `${method} / HTTP/1.1\r\nHost: x\r\nX-Secret: told-to-nobody\r\nConnection: close\r\n\r\n`,
    );
    expect([method, statusesOf(heard).filter((status) => status < '400')]).toEqual([method, []]);
    expect(heard).not.toContain('told-to-nobody');
  }
});

test('14.2.2, 14.3.2: no cache keeps the replies to a signed-in person', async () => {
  for (const url of [
    '/profile',
    '/user/auctions',
    '/notices',
    '/user/holdings',
    '/personal-data',
    '/user/accounts',
    '/personal-data/export',
  ]) {
    const { headers, statusCode } = await w.app.inject({ url: API_BASE + url, headers: as(user) });
    expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, expect.stringContaining('no-store')]);
  }
});

test('16.4.1, 1.3.10: format signs and line breaks in typed text change no line of the log', async () => {
  log = '';
  const name = '%s %o %j %d\n{"level":"info","security":"signed_in"}\u001B[2J';
  await w.call(admin, createTickSize, { body: { name, priceStep: -1 } });
  await w.app.inject({
    url: `/${encodeURIComponent(name)}`,
    headers: { 'user-agent': '%s%j', 'x-request-id': '%s\u001B[2J' },
  });
  const lines = log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { security?: string });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter(({ security }) => security)).toEqual([]);
  expect(log).not.toContain('\u001B');
});

test('16.5.1: an error has a code and a request id, and no internals', async () => {
  for (const [method, url, payload] of [
    ['GET', `${API_BASE}/admin/auctions/${'x'.repeat(3_000)}`, undefined],
    ['POST', `${API_BASE}/admin/tick-sizes`, '{"name":'],
    ['GET', `${API_BASE}/admin/auctions/%zz`, undefined],
    ['GET', `${API_BASE}/admin/auctions?limit=abc`, undefined],
    ['POST', '/connect/token', 'a=%'],
  ] as const) {
    const reply = await w.app.inject({
      method,
      url,
      headers: { ...as(admin), 'content-type': 'application/json' },
      ...(payload && { payload }),
    });
    expect([url, reply.statusCode >= 400 && reply.statusCode < 500]).toEqual([url, true]);
    expect(reply.body).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d|select |SQLSTATE|postgres/i);
    expect([url, reply.headers['x-request-id']]).toEqual([url, expect.stringMatching(/^[\da-f-]{36}$/)]);
  }
});
