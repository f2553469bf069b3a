import { randomUUID } from 'node:crypto';
import { aPng } from '#testing/builders/image-builders.ts';
import { MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { moveToAccount } from '#testing/builders/records.ts';
import { countingDatabase } from '#testing/readers/count-statements.ts';
import { freshDatabase } from '#testing/world/database.ts';
import { worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * Callers. `nobody` is not signed in. `homeless` has no company. `stranger` owns a company that takes part in nothing
 * here. `viewer`, `trader` and `owner` have these roles in one company. The trader bids and buys for that company, so
 * the other two are the bidder's colleagues. `barred` owns a company that took part and was then blacklisted. `seller`
 * owns the company of these auctions and sell orders; `clerk` is a viewer of that company. `admin` administers the
 * auctions.
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
 * Kinds of requested objects. `public`: everyone may see the object, and the callers take part in it. `private`: the
 * callers take part in it, and only its parties may see it. `own`: it belongs to the caller's own company. `draft`: it
 * is not published. `foreign`: it belongs to others, and no caller takes part in it. `mixed`: a part of a foreign
 * object, requested under the path of the caller's own object. `missing`: it does not exist.
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
  'importId',
  'keyId',
  'webhookId',
  'deliveryId',
  'sourceId',
] as const;
/** The objects of a call: their ids, and a text that some calls need. */
export type Scene = Readonly<Record<(typeof IDS)[number], string>> & { readonly text: string };

/** Returns a scene with random ids, to which no objects belong. */
export const missing = (): Scene => ({
  ...(Object.fromEntries(IDS.map((name) => [name, randomUUID()])) as Record<(typeof IDS)[number], string>),
  text: '',
});

/** The callers (`people`), and the users to whom foreign objects belong (`far`). */
export type Stage = {
  readonly w: World;
  readonly people: Readonly<Record<Exclude<Who, 'nobody'>, SignedIn>>;
  readonly far: { readonly seller: SignedIn; readonly bidder: SignedIn };
  readonly png: Uint8Array<ArrayBuffer>;
  /** Runs work while the company of `barred` is not blacklisted. */
  whileAdmitted<T>(work: () => Promise<T>): Promise<T>;
};

export async function openStage(): Promise<Stage> {
  const { database, url } = await freshDatabase();
  const w = await worldOn({ ...database, db: countingDatabase(database.db) }, url, {
    ...MARKETPLACE_ON,
    FLAG_PUBLIC_AUCTIONS: 'on',
  });
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
