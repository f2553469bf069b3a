import { randomUUID } from 'node:crypto';
import { aPng } from '#testing/builders/image-builders.ts';
import { MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { moveToAccount } from '#testing/builders/records.ts';
import { counting } from '#testing/readers/count-statements.ts';
import { freshDatabase } from '#testing/world/database.ts';
import { worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * Who calls. `nobody` isn't signed in; `homeless` has no company; `stranger` owns one with no part in anything here.
 * `viewer`, `trader` and `owner` are members of one company in these roles: the trader bids and buys for it, and the
 * others are the colleagues of a bidder. `barred` owns a blacklisted company, which was admitted before. `seller` owns the
 * company whose auctions and sell orders these are, `clerk` looks on there. `admin` runs the auctions.
 */
export const WHO = [
  'nobody',
  'homeless',
  'stranger',
  'viewer',
  'trader',
  'owner',
  'barred',
  'seller',
  'clerk',
  'admin',
] as const;
export type Who = (typeof WHO)[number];

/**
 * Where something is asked for. `public`: of something that everybody may see and that those above have a part in;
 * `private`: the same, but it is shown to its parties alone; `own`: of the caller's own company. `draft`: of something that
 * isn't published. `foreign`: of something that others have, and none of those above; `mixed`: of a part of it, by the path
 * of one's own. `missing`: there is none.
 */
export const PLACES = ['public', 'private', 'own', 'draft', 'foreign', 'mixed', 'missing'] as const;
export type Place = (typeof PLACES)[number];

const IDS = [
  'id',
  'itemId',
  'bidderId',
  'bidId',
  'changeId',
  'requestId',
  'buyOrderId',
  'retirementId',
  'holdingId',
  'accountId',
  'userId',
  'invitationId',
  'beneficiaryId',
  'keyId',
  'webhookId',
  'deliveryId',
] as const;
/** What a call is about: ids, and other texts that it needs. */
export type Scene = Readonly<Record<(typeof IDS)[number], string>> & { readonly text: string };

/** Every id is made up. */
export const missing = (): Scene => ({
  ...(Object.fromEntries(IDS.map((name) => [name, randomUUID()])) as Record<(typeof IDS)[number], string>),
  text: '',
});

/** Those whose companies have a part in what is there, and those of what is foreign. */
export type Stage = {
  readonly w: World;
  readonly people: Readonly<Record<Exclude<Who, 'nobody'>, SignedIn>>;
  readonly far: { readonly seller: SignedIn; readonly bidder: SignedIn };
  readonly png: Uint8Array<ArrayBuffer>;
  /** The company that is blacklisted isn't, as long as that takes. */
  whileAdmitted<T>(work: () => Promise<T>): Promise<T>;
};

export async function openStage(): Promise<Stage> {
  const { database, url } = await freshDatabase();
  const w = await worldOn({ ...database, db: counting(database.db) }, url, MARKETPLACE_ON);
  const { db } = w.database;
  const admin = await w.signedIn({ role: 'Admin' });
  const [homeless, stranger, viewer, trader, owner, barred, seller, clerk, farSeller, farBidder] = await Promise.all([
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
  ]);
  await db.deleteFrom('account_member').where('user_id', '=', homeless.userId).execute();
  const join = async (person: SignedIn, { accountId }: SignedIn, role: 'viewer' | 'trader'): Promise<SignedIn> => {
    await moveToAccount(db, person, { accountId, role });
    return { ...person, accountId };
  };
  const people = {
    homeless,
    stranger,
    viewer: await join(viewer, owner, 'viewer'),
    trader: await join(trader, owner, 'trader'),
    owner,
    barred,
    seller,
    clerk: await join(clerk, seller, 'viewer'),
    admin,
  };
  const setStatus = async (status: 'Active' | 'Blacklisted'): Promise<void> =>
    void (await db.updateTable('account').set({ status }).where('id', '=', barred.accountId).execute());
  await setStatus('Blacklisted');
  return {
    w,
    people,
    far: { seller: farSeller, bidder: farBidder },
    png: new Uint8Array(await aPng()),
    async whileAdmitted(work) {
      await setStatus('Active');
      try {
        return await work();
      } finally {
        await setStatus('Blacklisted');
      }
    },
  };
}
