import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Route } from '#contract/basics/route.ts';
import { getListTokenAsAdmin, getRoomTokenAsAdmin, HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import { makeOperatorKey } from '#contract/company/api-key.ts';
import { blacklistAccount } from '#contract/company/company.ts';
import { removeAdministrator, updateAdministrator } from '#contract/identity/administrator.ts';
import { exportRetirementsAsAdmin } from '#contract/holding/retirement.ts';
import { NOTICES_PAGE } from '#contract/notice.ts';
import type { AdminRole } from '#domain/access/admin-role.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { holdRows, untilWaiting } from '#testing/world/held-rows.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * An owner changes the roles of an administrator, or removes the administrator, in another process. Meanwhile the
 * administrator follows a room, a list and the notices, and downloads a file.
 */
let near: World;
let far: World;
let owner: SignedIn;
let origin: string;
beforeAll(async () => {
  near = await world();
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url);
  owner = await near.signedIn({ role: 'Admin' });
  origin = await near.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await far.end();
  await near.end();
});

const having = (...adminRoles: AdminRole[]) => near.signedIn({ role: 'Admin', adminRoles });
const at = ({ userId: id }: SignedIn) => ({ params: { id } });

/** Opens a socket with this token. */
async function follow({ url, accessToken }: { readonly url: string; readonly accessToken: string }) {
  const address = `${origin.replace('http', 'ws')}${new URL(url).pathname}?access_token=${accessToken}`;
  const socket = new WebSocket(address, HUB_SUBPROTOCOL);
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => resolve('closed'));
  });
  await new Promise((resolve) => {
    socket.once('message', resolve);
  });
  /** Asks for the server's time. Resolves when the server answers, or when the socket is closed. */
  const ask = (): Promise<string> => {
    const answered = new Promise<string>((resolve) => {
      socket.once('message', () => resolve('answered'));
    });
    socket.send(JSON.stringify({ type: 'event', event: 'time', dataType: 'json', data: { echo: 1 }, ackId: 1 }));
    return Promise.race([answered, closed]);
  };
  return { closed, ask, end: () => socket.terminate() };
}

/** Follows a room, the list of auctions and the notices. */
async function followAll(who: SignedIn) {
  const { accountId: ownerAccountId } = await near.signedIn();
  const { auctionId: id } = await insertAuction(near.database.db, {
    ownerAccountId,
    createdBy: owner.userId,
    startsIn: -60,
  });
  const tokens = [
    await near.call(who, getRoomTokenAsAdmin, { params: { id } }),
    await near.call(who, getListTokenAsAdmin),
    await near.call(who, getListTokenAsAdmin, { query: `?page=${NOTICES_PAGE}` }),
  ];
  return Promise.all(tokens.map(({ data }) => follow(data)));
}

const download = async ({ token }: SignedIn, { path }: Route) => {
  const reply = await fetch(`${origin}${API_BASE}${path}?format=csv`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return reply.ok ? 'file' : ((await reply.json()) as { code: string }).code;
};

/** Starts a download, and calls `change` while the file is being made. Returns what the download gets. */
async function downloadWhile(who: SignedIn, change: () => Promise<{ readonly code: string }>): Promise<string> {
  const held = await holdRows(near.database.db, sql`lock table retirement in access exclusive mode`);
  const downloading = download(who, exportRetirementsAsAdmin);
  await untilWaiting(near.database.db, 1);
  expect((await change()).code).toBe('Success');
  await held.release();
  return downloading;
}

test('a change of roles applies to the next change, and leaves open what every role may read', async () => {
  const [changing, company] = [await having('registrar'), await near.signedIn()];
  const sockets = await followAll(changing);
  const change = () => far.call(owner, updateAdministrator, { ...at(changing), body: { roles: ['auditor'] } });
  expect(await downloadWhile(changing, change)).toBe('file');
  const body = { remarkContent: 'Unpaid' };
  const refused = await near.call(changing, blacklistAccount, { params: { id: company.accountId }, body });
  expect(refused.code).toBe('admin_role_missing');
  expect(await Promise.all(sockets.map(({ ask }) => ask()))).toEqual(['answered', 'answered', 'answered']);
  for (const { end } of sockets) end();
});

test('a removed administrator loses all sockets, those of its keys, and the file that is being made', async () => {
  const [leaving, staying] = [await having('owner'), await having('auditor')];
  const keys = await near.call(leaving, makeOperatorKey, { body: { name: 'K', scopes: ['auctions:read'], days: 30 } });
  const program = { ...leaving, token: keys.data.key };
  const sockets = [...(await followAll(leaving)), await follow((await near.call(program, getListTokenAsAdmin)).data)];
  const others = await followAll(staying);
  expect(await downloadWhile(leaving, () => far.call(owner, removeAdministrator, at(leaving)))).toBe('session_revoked');
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(sockets.map(() => 'closed'));
  expect(await Promise.all(others.map(({ ask }) => ask()))).toEqual(['answered', 'answered', 'answered']);
  for (const { end } of others) end();
  expect((await near.call(program, getListTokenAsAdmin)).code).toBe('api_key_not_valid');
});
