import { openIdentity } from '#server/identity/identity.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { followClock } from '#server/platform/runtime/clock.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { insertAuction, insertPerson, moveToAccount, type TestPerson } from '#testing/builders/records.ts';
import { tokenFor } from '#testing/world/token.ts';

export const PUBLIC_URL = 'http://greenlot.test';
const LIFETIME = '6 hours';

/** A caller, with a name and a token. `nobody` has no token. */
export type Asker = { readonly name: string; readonly token: string };

export type Stage = {
  readonly askers: readonly Asker[];
  readonly ids: readonly string[];
  /** Creates again all sessions and objects that the run has ended, blacklisted or annulled. */
  renew(): Promise<void>;
};

/** Fills an empty database with users in every role, and with most kinds of objects that these users can use. */
export async function prepareStage(database: Database): Promise<Stage> {
  await migrate(database);
  const { db } = database;
  const clock = await followClock(db);
  const identity = await openIdentity({
    database,
    clock,
    config: readConfig({ NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL }),
  });
  const [admin, seller, trader, viewer, stranger] = [
    await insertPerson(db, { role: 'Admin' }),
    await insertPerson(db),
    await insertPerson(db),
    await insertPerson(db),
    await insertPerson(db),
  ];
  await moveToAccount(db, viewer, { accountId: trader.accountId, role: 'viewer' });
  const people = { admin, seller, trader, viewer, stranger };
  clock.stop();
  const askers = [{ name: 'nobody', token: '' }];
  const signIn = async (): Promise<void> => {
    for (const [at, [name, { userId }]] of Object.entries(people).entries())
      askers[at + 1] = { name, token: await tokenFor(identity, userId, LIFETIME) };
  };
  const { id: holdingId } = await aHolding(db, { holder: trader, seller, quantity: 1_000_000 });
  const ids = Object.values(people).flatMap(({ userId, accountId }) => [userId, accountId]);
  const all = [...ids, holdingId];
  const renew = async (): Promise<void> => {
    await db.updateTable('account').set({ status: 'Active' }).execute();
    await signIn();
    all.splice(IDS_OF_PEOPLE, all.length, ...(await someAuctions(database, people)));
  };
  await renew();
  return { askers, ids: all, renew };
}
/** The number of ids that `renew` keeps: those of five users, five companies and a holding. */
const IDS_OF_PEOPLE = 11;

type People = Readonly<Record<'admin' | 'seller' | 'trader', TestPerson>>;

/** Inserts auctions before, during and after their time, public and private. */
async function someAuctions({ db }: Database, { admin, seller, trader }: People): Promise<string[]> {
  const wish = { ownerAccountId: seller.accountId, createdBy: admin.userId, bidders: [{ person: trader }] };
  const made = [];
  for (const times of [{ startsIn: 3_600, endsIn: 7_200 }, {}, { startsIn: -60, endsIn: -1 }])
    for (const isPrivate of [true, false]) made.push(await insertAuction(db, { ...wish, ...times, isPrivate }));
  return made.flatMap(({ auctionId, itemIds, bidderIds }) => [auctionId, ...itemIds, ...bidderIds]);
}
