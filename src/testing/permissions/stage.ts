import { randomUUID } from 'node:crypto';
import { aPng } from '#testing/builders/image-builders.ts';
import { MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { moveToAccount } from '#testing/builders/records.ts';
import { countingDatabase } from '#testing/readers/count-statements.ts';
import { freshDatabase } from '#testing/world/database.ts';
import { worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * Callers. `nobody` is not signed in. `homeless` has no company. `stranger` owns a company with no part in anything
 * here. `viewer`, `trader` and `owner` are members of one company in these roles: the trader bids and buys for it, and
 * the others are the bidder's colleagues. `barred` owns a blacklisted company, which was admitted before. `seller` owns
 * the company of these auctions and sell orders; `clerk` only watches there. `admin` runs the auctions.
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
 * Kinds of requested objects. `public`: everybody may see it, and the callers above take part in it. `private`: the
 * same, but only its parties see it. `own`: it belongs to the caller's own company. `draft`: it is not published.
 * `foreign`: it belongs to others, and no caller above takes part. `mixed`: a part of a foreign object, under the path
 * of the caller's own object. `missing`: it does not exist.
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
/** The objects of a call: ids, and other texts that it needs. */
export type Scene = Readonly<Record<(typeof IDS)[number], string>> & { readonly text: string };

/** Returns a scene of invented ids. */
export const missing = (): Scene => ({
  ...(Object.fromEntries(IDS.map((name) => [name, randomUUID()])) as Record<(typeof IDS)[number], string>),
  text: '',
});

/** The users whose companies take part in the objects, and the users of the foreign ones. */
export type Stage = {
  readonly w: World;
  readonly people: Readonly<Record<Exclude<Who, 'nobody'>, SignedIn>>;
  readonly far: { readonly seller: SignedIn; readonly bidder: SignedIn };
  readonly png: Uint8Array<ArrayBuffer>;
  /** Runs work while the blacklisted company is admitted. */
  whileAdmitted<T>(work: () => Promise<T>): Promise<T>;
};

export async function openStage(): Promise<Stage> {
  const { database, url } = await freshDatabase();
  const w = await worldOn({ ...database, db: countingDatabase(database.db) }, url, MARKETPLACE_ON);
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
