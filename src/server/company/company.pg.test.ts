import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeBid } from '#contract/bidding/bidding.ts';
import { getRoomTokenAsUser } from '#contract/bidding/room.ts';
import {
  acceptInvitation,
  blacklistAccount,
  inviteMember,
  listMembers,
  reinstateAccount,
  removeMember,
  updateMember,
} from '#contract/company/company.ts';
import { insertAuction, moveToAccount, type TestAuction, type TestPerson } from '#testing/builders/records.ts';
import { readMails } from '#testing/readers/read-outbox.ts';
import type { RoomReader } from '#testing/readers/room-reader.ts';
import { callProcess, readRoomAt } from '#testing/world/process-calls.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** Two server processes on one PostgreSQL. Each process receives the other's changes (docs/rules.md#realtime). */
let here: World;
let there: ServerProcess;
let admin: SignedIn;
let owner: SignedIn;
let trader: SignedIn;

beforeAll(async () => {
  here = await world();
  there = await startServer({ DATABASE_URL: here.url ?? '', PUBLIC_URL: 'http://greenlot.test' });
  admin = await here.signedIn({ role: 'Admin' });
});
afterAll(async () => {
  await there.kill();
  await here.end();
});
beforeEach(async () => {
  [owner, trader] = await Promise.all([here.signedIn(), here.signedIn()]);
  await moveToAccount(here.database.db, trader, { accountId: owner.accountId, role: 'trader' });
});

const ofCompany = (more: object = {}) => ({ params: { id: owner.accountId, ...more } });

async function anAuction(person: TestPerson): Promise<TestAuction> {
  const seller = await here.signedIn();
  return insertAuction(here.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    bidders: [{ person: { ...person, accountId: owner.accountId } }],
  });
}

async function bid(who: SignedIn, { auctionId, itemIds }: TestAuction): Promise<string> {
  const body = { auctionItemId: itemIds[0], price: 5, quantity: 10, bidderPartialFulfillment: true };
  return (await callProcess(there, who, placeBid, { params: { id: auctionId }, body })).code;
}

const tokenThere = (who: SignedIn, { auctionId }: TestAuction) =>
  callProcess(there, who, getRoomTokenAsUser, { params: { id: auctionId } });

const follow = async (who: SignedIn, auction: TestAuction): Promise<RoomReader> =>
  readRoomAt(there, (await tokenThere(who, auction)).data);

test('blacklisting in one process closes the company’s sockets in the other, and blocks it until it is reinstated', async () => {
  const auction = await anAuction(owner);
  expect(await bid(owner, auction)).toBe('Success');
  const [own, colleague] = [await follow(owner, auction), await follow(trader, auction)];
  await Promise.all([own.reached(3), colleague.reached(3)]);
  const put = (route: typeof blacklistAccount) =>
    here.call(admin, route, { ...ofCompany(), body: { remarkContent: 'x' } });
  expect((await put(blacklistAccount)).code).toBe('Success');
  expect(await bid(owner, auction)).toBe('account_blacklisted');
  expect((await tokenThere(owner, auction)).code).toBe('account_blacklisted');
  await Promise.all([own.closed, colleague.closed]);
  expect((await put(reinstateAccount)).code).toBe('Success');
  expect(await bid(owner, auction)).toBe('Success');
  const again = await follow(owner, auction);
  expect((await again.reached(4)).bids.size).toBe(2);
  again.close();
});

test('a member removed in one process leaves the room in the other, and an owner continues with the bids', async () => {
  const auction = await anAuction(trader);
  expect(await bid(trader, auction)).toBe('Success');
  expect(await bid(owner, auction)).toBe('bids_through_colleague');
  const reader = await follow(trader, auction);
  await reader.reached(3);
  expect((await here.call(owner, removeMember, ofCompany({ userId: trader.userId }))).code).toBe('Success');
  await reader.closed;
  expect((await tokenThere(trader, auction)).code).toBe('not_found');
  expect(await bid(trader, auction)).toBe('not_found');
  // The seat is handed over right after the removal.
  await expect.poll(() => bid(owner, auction)).toBe('Success');
  const watching = await follow(owner, auction);
  expect((await watching.reached(5)).bids.size).toBe(2);
  watching.close();
});

test('exactly one of two people who accept an invitation in parallel becomes a member', async () => {
  await here.call(owner, inviteMember, { ...ofCompany(), body: { email: 'both@example.test', role: 'viewer' } });
  const [mail] = await readMails(here.database.db, 'both@example.test');
  const body = { token: /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '' };
  const guests = await Promise.all([here.signedIn(), here.signedIn(), here.signedIn(), here.signedIn()]);
  const answers = await Promise.all(
    guests.map((guest, index) =>
      index % 2 === 0
        ? here.call(guest, acceptInvitation, { body })
        : callProcess(there, guest, acceptInvitation, { body }),
    ),
  );
  const codes = answers.map(({ code }) => code).toSorted();
  expect(codes).toEqual(['Success', ...Array.from({ length: 3 }, () => 'invitation_not_valid')]);
  expect((await here.call(owner, listMembers, ofCompany())).data.members).toHaveLength(3);
});

test.each([
  ['remove each other', removeMember, undefined, [1, 0]],
  ['step down', updateMember, { role: 'trader' }, [0, 1]],
  ['leave', removeMember, undefined, [0, 1]],
] as const)('two owners %s in parallel: one stays owner', async (__what, route, body, whom) => {
  const role = await here.call(owner, updateMember, {
    ...ofCompany({ userId: trader.userId }),
    body: { role: 'owner' },
  });
  expect(role.code).toBe('Success');
  const owners = [owner, trader];
  const [one, other] = whom.map((index) => ({ id: owner.accountId, userId: owners[index]?.userId ?? '' }));
  const answers = await Promise.all([
    callProcess(there, owner, route, { params: one ?? {}, body }),
    callProcess(there, trader, route, { params: other ?? {}, body }),
  ]);
  expect(answers.filter(({ code }) => code === 'Success')).toHaveLength(1);
  const left = await here.database.db
    .selectFrom('account_member')
    .select('role')
    .where('account_id', '=', owner.accountId)
    .where('role', '=', 'owner')
    .execute();
  expect(left).toHaveLength(1);
});
