import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { getRoomTokenAsUser, HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import { makeApiKey, revokeApiKey } from '#contract/company/api-key.ts';
import {
  acceptInvitation,
  endSessions,
  inviteMember,
  listAccountChanges,
  removeMember,
} from '#contract/company/company.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { insertAuction, moveToAccount, type TestAuction } from '#testing/builders/records.ts';
import { readMails } from '#testing/readers/read-outbox.ts';
import { holdRows, untilWaiting } from '#testing/world/held-rows.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * In these tests a call is accepted just before its caller loses the right to make it. The call is carried out just
 * after that. Another process removes the right. The tests lock rows, so that the order is fixed (decisions 58, 59 and
 * 74).
 */
let near: World;
let far: World;
let admin: SignedIn;
let hubUrl: string;

beforeAll(async () => {
  near = await world();
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url);
  admin = await near.signedIn({ role: 'Admin' });
  hubUrl = await near.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await far.end();
  await near.end();
});

const db = () => near.database.db;

test('an API key that an attacker creates while the person’s sessions end becomes invalid with them', async () => {
  const person = await near.signedIn();
  const at = { params: { id: person.accountId } };
  // The call waits for this lock after it has written the row of the key, but before it commits.
  const held = await holdRows(db(), sql`lock table account_change in share mode`);
  const making = near.call(person, makeApiKey, { ...at, body: { name: 'Thief', role: 'trader', days: 365 } });
  await untilWaiting(db(), 1);
  const ending = far.call(admin, endSessions, { params: { id: person.userId } });
  await Promise.race([untilWaiting(db(), 2), ending]);
  await held.release();
  const [made, ended] = await Promise.all([making, ending]);
  expect(ended.code).toBe('Success');
  const thief = { ...person, token: made.data.key };
  expect((await near.call(thief, listOwnAccounts)).code).toBe('api_key_not_valid');
});

test('no API key is created for a session that ended while the call waited', async () => {
  const person = await near.signedIn();
  const at = { params: { id: person.accountId } };
  const held = await holdRows(db(), sql`select from account where id = ${person.accountId} for update`);
  const making = near.call(person, makeApiKey, { ...at, body: { name: 'Thief', role: 'trader', days: 365 } });
  await untilWaiting(db(), 1);
  expect((await far.call(admin, endSessions, { params: { id: person.userId } })).code).toBe('Success');
  await held.release();
  expect((await making).code).toBe('session_revoked');
});

/**
 * Requests a token for the room. Before the token is stored, calls `end`, which removes the user's right to the token.
 * Returns whether a socket with this token stays open.
 */
async function tokenWhile(who: SignedIn, { auctionId }: TestAuction, end: () => Promise<unknown>): Promise<string> {
  const held = await holdRows(db(), sql`lock table hub_token in share mode`);
  const asking = near.call(who, getRoomTokenAsUser, { params: { id: auctionId } });
  await untilWaiting(db(), 1);
  await end();
  await held.release();
  const { accessToken, url } = (await asking).data;
  const address = `${hubUrl.replace('http', 'ws')}${new URL(url).pathname}?access_token=${accessToken}`;
  const socket = new WebSocket(address, HUB_SUBPROTOCOL);
  const gone = new Promise<string>((resolve) => {
    socket.on('error', () => resolve('gone'));
    socket.on('close', () => resolve('gone'));
  });
  const answer = await Promise.race([gone, pause(3_000, 'open')]);
  socket.terminate();
  return answer;
}

test('an attacker who had a person’s session cannot join its company by an invitation sent from there', async () => {
  const [person, thief] = [await near.signedIn(), await near.signedIn()];
  const at = { params: { id: person.accountId } };
  const body = { email: 'thief@evil.example', role: 'owner' } as const;
  expect((await near.call(person, inviteMember, { ...at, body })).code).toBe('Success');
  const [mail] = await readMails(db(), body.email);
  const token = /token=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '';
  expect((await far.call(admin, endSessions, { params: { id: person.userId } })).code).toBe('Success');
  expect((await near.call(thief, acceptInvitation, { body: { token } })).code).toBe('invitation_not_valid');
  const { items } = (await near.call(admin, listAccountChanges, at)).data;
  expect(items[0]).toMatchObject({ kind: 'invitation_revoked', changes: [{ field: body.email }] });
});

test('a room token requested before its right ended opens no socket afterwards', async () => {
  const [owner, colleague] = await Promise.all([near.signedIn(), near.signedIn()]);
  const leaver = await near.signedIn();
  await moveToAccount(db(), leaver, { accountId: owner.accountId, role: 'owner' });
  const auction = await insertAuction(db(), {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: -60,
    bidders: [{ person: colleague }],
  });
  expect(await tokenWhile(leaver, auction, async () => undefined)).toBe('open');
  const at = { params: { id: owner.accountId } };
  const { key, keys } = (await near.call(owner, makeApiKey, { ...at, body: { name: 'K', role: 'viewer', days: 30 } }))
    .data;
  const endings: readonly [SignedIn, () => Promise<unknown>][] = [
    [leaver, () => far.call(owner, removeMember, { params: { id: owner.accountId, userId: leaver.userId } })],
    [
      { ...owner, token: key },
      () => far.call(owner, revokeApiKey, { params: { id: owner.accountId, keyId: keys[0]?.id ?? '' } }),
    ],
    [owner, () => far.call(admin, endSessions, { params: { id: owner.userId } })],
  ];
  for (const [who, end] of endings) expect(await tokenWhile(who, auction, end)).toBe('gone');
});
