import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listApiKeys, makeApiKey } from '#contract/company/api-key.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import {
  acceptInvitation,
  blacklistAccount,
  inviteMember,
  listMembers,
  reinstateAccount,
  removeMember,
  updateMember,
} from '#contract/company/company.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import { listWebhooks, makeWebhook, updateWebhook } from '#contract/company/webhook.ts';
import type { MemberRole } from '#domain/access/may.ts';
import { offerAt } from '#testing/builders/offers.ts';
import { insertAuction, moveToAccount, type TestAuction } from '#testing/builders/records.ts';
import { readMails } from '#testing/readers/read-outbox.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/** In these tests an owner who was removed or demoted tries to keep the company, or to take it over (decision 58). */
let w: World;
let admin: SignedIn;
let owner: SignedIn;
let mei: SignedIn;
let meiTwo: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());
beforeEach(async () => {
  [owner, mei, meiTwo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
  await moveToAccount(w.database.db, mei, { accountId: owner.accountId, role: 'owner' });
});

const at = (more: object = {}) => ({ params: { id: owner.accountId, ...more } });
const removed = (who: SignedIn, by = owner) => w.call(by, removeMember, at({ userId: who.userId }));
const demoted = (who: SignedIn, role: MemberRole, by = owner) =>
  w.call(by, updateMember, { ...at({ userId: who.userId }), body: { role } });
const accept = (who: SignedIn, token: string) => w.call(who, acceptInvitation, { body: { token } });
const accountsOf = async (who: SignedIn) => (await w.call(who, listOwnAccounts)).data.map(({ id }) => id);

let made = 0;

/** Sends an invitation to an address that belongs to the inviter. Returns the token of its link. */
async function invites(who: SignedIn, role: MemberRole = 'owner'): Promise<string> {
  const email = `private-${(made += 1)}@evil.example`;
  expect((await w.call(who, inviteMember, { ...at(), body: { email, role } })).code).toBe('Success');
  const [mail] = await readMails(w.database.db, email);
  return /token=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '';
}

const mailTo = async ({ username }: SignedIn): Promise<string> => {
  const mails = await w.database.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', `${username}@example.test`)
    .where('subject', 'like', '%no longer an owner%')
    .execute();
  return mails.map(({ body }) => body).join('\n');
};

type Leaving = readonly [string, () => Promise<{ code: string }>];
const LEAVINGS: readonly Leaving[] = [
  ['is removed', () => removed(mei)],
  ['leaves', () => removed(mei, mei)],
  ['becomes a trader', () => demoted(mei, 'trader')],
  ['becomes a viewer', () => demoted(mei, 'viewer')],
  ['becomes a viewer by the owner’s own call', () => demoted(mei, 'viewer', mei)],
  [
    'leaves while the company is blacklisted',
    async () => {
      const remark = { ...at(), body: { remarkContent: 'x' } };
      await w.call(admin, blacklistAccount, remark);
      const left = await removed(mei, mei);
      await w.call(admin, reinstateAccount, remark);
      return left;
    },
  ],
];

test.each(LEAVINGS)('an owner who %s cannot return by an invitation, key or webhook', async (_what, leave) => {
  const token = await invites(mei);
  const { key } = (await w.call(mei, makeApiKey, { ...at(), body: { name: 'Mei', role: 'trader', days: 365 } })).data;
  const url = 'https://mei.evil.example/hook';
  await w.call(mei, makeWebhook, { ...at(), body: { url, kinds: ['auction.result'] } });
  expect((await leave()).code).toBe('Success');
  for (const guest of [mei, meiTwo]) {
    const answer = await accept(guest, token);
    // A member keeps its previous role. Nobody gets the role of the invitation.
    expect([answer.code, answer.data?.role]).not.toContain('owner');
  }
  expect((await accept(meiTwo, token)).code).toBe('invitation_not_valid');
  expect((await w.call({ ...mei, token: key }, listOwnAccounts)).code).toBe('api_key_not_valid');
  expect((await w.call(owner, listMembers, at())).data.invitations).toEqual([]);
  expect((await w.call(owner, listApiKeys, at())).data).toMatchObject([{ state: 'revoked' }]);
  expect((await w.call(owner, listWebhooks, at())).data).toMatchObject([{ url, state: 'paused' }]);
  const mail = await mailTo(owner);
  for (const named of [`private-${made}@evil.example`, 'Mei', url]) expect(mail).toContain(named);
});

test('a restored owner starts without the earlier keys', async () => {
  const { key } = (await w.call(mei, makeApiKey, { ...at(), body: { name: 'Mei', role: 'trader', days: 30 } })).data;
  await demoted(mei, 'viewer');
  await demoted(mei, 'owner');
  expect((await w.call({ ...mei, token: key }, listOwnAccounts)).code).toBe('api_key_not_valid');
});

test('a colleague’s webhook is paused when the owner who changed its address is removed', async () => {
  const ours = await w.call(owner, makeWebhook, {
    ...at(),
    body: { url: 'https://ours.example/', kinds: ['auction.result'] },
  });
  const webhookId = ours.data.webhooks[0]?.id ?? '';
  const body = { url: 'https://mei.evil.example/', kinds: ['auction.result' as const], isPaused: false };
  expect((await w.call(mei, updateWebhook, { ...at({ webhookId }), body })).code).toBe('Success');
  await removed(mei);
  expect((await w.call(owner, listWebhooks, at())).data).toMatchObject([{ url: body.url, state: 'paused' }]);
});

test('a webhook that was paused before its owner left is reported to the other owners, too', async () => {
  const url = 'https://mei.evil.example/paused';
  const { webhooks } = (await w.call(mei, makeWebhook, { ...at(), body: { url, kinds: ['auction.result'] } })).data;
  const body = { url, kinds: ['auction.result' as const], isPaused: true };
  await w.call(mei, updateWebhook, { ...at({ webhookId: webhooks[0]?.id ?? '' }), body });
  await removed(mei);
  expect(await mailTo(owner)).toContain(url);
});

test('invited accomplices are reported to the other owners, and removing one revokes the invitations that it made', async () => {
  expect((await accept(meiTwo, await invites(mei))).data.role).toBe('owner');
  const third = await invites(meiTwo);
  await removed(mei);
  expect(await mailTo(owner)).toContain(meiTwo.username);
  await removed(meiTwo);
  expect((await accept(mei, third)).code).toBe('invitation_not_valid');
  expect((await w.call(owner, listMembers, at())).data.members.map(({ username }) => username)).toEqual([
    owner.username,
  ]);
});

test('an invitation fails if its inviter stopped being an owner before this release', async () => {
  const token = await invites(mei);
  await w.database.db.updateTable('account_member').set({ role: 'viewer' }).where('user_id', '=', mei.userId).execute();
  expect((await accept(meiTwo, token)).code).toBe('invitation_not_valid');
});

test('when acceptance and removal race in two processes, nobody joins or the owners learn who did', async () => {
  const other = await worldOn(w.database, w.url);
  try {
    for (let round = 0; round < 6; round += 1) {
      const [boss, evil, guest] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
      owner = boss;
      await moveToAccount(w.database.db, evil, { accountId: boss.accountId, role: 'owner' });
      const token = await invites(evil);
      const [accepted, gone] = await Promise.all([
        other.call(guest, acceptInvitation, { body: { token } }),
        w.call(boss, removeMember, at({ userId: evil.userId })),
      ]);
      expect(gone.code).toBe('Success');
      expect(['Success', 'invitation_not_valid']).toContain(accepted.code);
      const isIn = (await accountsOf(guest)).includes(boss.accountId);
      expect(isIn).toBe(accepted.code === 'Success');
      expect((await mailTo(boss)).includes(guest.username)).toBe(isIn);
    }
  } finally {
    await other.close();
  }
});

/** Creates a live auction in which the company bids through the member `person`. */
async function anAuctionOf(person: SignedIn, ...others: SignedIn[]) {
  const seller = await w.signedIn();
  return insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    bidders: [{ ...person, accountId: owner.accountId }, ...others].map((one) => ({ person: one })),
  });
}

const bids = async (who: SignedIn, auction: TestAuction) =>
  (await w.call(who, placeBid, { params: { id: auction.auctionId }, body: offerAt(auction, 5) })).code;

test('when the member in the seat becomes a viewer, the owner continues with the bids', async () => {
  const auction = await anAuctionOf(mei);
  expect(await bids(mei, auction)).toBe('Success');
  expect(await bids(owner, auction)).toBe('bids_through_colleague');
  expect((await demoted(mei, 'viewer')).data.auctionsWithoutBidder).toEqual([]);
  expect(await bids(mei, auction)).toBe('viewer_cannot_act');
  // Just after the call, another member becomes the user through whom the company bids.
  await expect.poll(() => bids(owner, auction)).toBe('Success');
});

test('a member who becomes a trader keeps the seat', async () => {
  const auction = await anAuctionOf(mei);
  await demoted(mei, 'trader');
  expect(await bids(mei, auction)).toBe('Success');
});

test('a trader gets the seat if each owner bids there for another company, and the answer names auctions without any bidder left', async () => {
  const trader = await w.signedIn();
  await moveToAccount(w.database.db, trader, { accountId: owner.accountId, role: 'trader' });
  const elsewhere = await w.signedIn();
  const auction = await anAuctionOf(mei, { ...owner, accountId: elsewhere.accountId });
  expect((await removed(mei)).data.auctionsWithoutBidder).toEqual([]);
  await expect.poll(() => bids(trader, auction)).toBe('Success');
  expect((await demoted(trader, 'viewer')).data.auctionsWithoutBidder).toMatchObject([{ id: auction.auctionId }]);
});
