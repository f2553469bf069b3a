import { sql } from 'kysely';
import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import { insertBeneficiary } from '#server/holding/beneficiaries.ts';
import { retire } from '#server/holding/retire.ts';
import { findHoldingAccount } from '#server/ledger/ledger-accounts.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { playBidder } from '#server/demo/bot.ts';
import { BUYERS, DEMO_PASSWORD, FOR_PEOPLE, SELLERS } from '#server/demo/cast.ts';
import { addMissingAuctions } from '#server/demo/director.ts';
import type { DemoStage } from '#server/demo/make-auction.ts';
import { createVisitor } from '#server/demo/front-door.ts';
import { seedPastYear } from '#server/demo/play-past.ts';

const DIRECT_EVERY_MS = 20_000;
/** Time between the sign-ins of two bidders, so that a new demo does not start with a burst of one-time codes. */
const ARRIVAL_MS = 700;

export type DemoParts = {
  readonly db: Db;
  readonly baseUrl: string;
  readonly stage: DemoStage;
  readonly parts: AuctionParts;
  readonly failed: (error: unknown) => void;
};

/** Keeps the demo alive while the server runs. The director makes auctions, and visitors bid through the public API. */
export function runDemo({ db, baseUrl, stage, parts, failed }: DemoParts): { stop(): void } {
  const ended = new AbortController();
  const direct = async (): Promise<void> => {
    // Runs in one transaction. Otherwise people could bid in an auction that is not complete yet.
    const made = await db.transaction().execute((transaction) => addMissingAuctions(transaction, stage, Date.now()));
    for (const auctionId of made) parts.rooms.wake(auctionId);
    await seedRetirement(db, baseUrl);
  };
  void seedPastYear(db, stage, Date.now()).catch(failed);
  const timer = setInterval(() => void direct().catch(failed), DIRECT_EVERY_MS);
  const bidders = [...BUYERS, ...SELLERS]
    .flatMap(({ people }) => people.slice(0, 1))
    .filter((name) => !FOR_PEOPLE.includes(name));
  const arrivals = bidders.map((username, index) =>
    setTimeout(() => {
      const visitor = createVisitor(baseUrl, username, DEMO_PASSWORD);
      const character = { patience: 0.6 + (index % 5) / 10 };
      void playBidder(visitor, character, ended.signal, failed);
    }, ARRIVAL_MS * index),
  );
  return {
    stop() {
      ended.abort();
      clearInterval(timer);
      for (const arrival of arrivals) clearTimeout(arrival);
    },
  };
}

const PLANT: Beneficiary = {
  accountType: 'Corporate',
  name: 'Meranti Packaging Sdn Bhd',
  address: 'Lot 12, Jalan Perindustrian 4, 13600 Perai, Pulau Pinang',
  nameOnCertificates: 'Meranti Packaging Sdn Bhd',
  buildingOwnerName: '',
};
const TOWER: Beneficiary = {
  accountType: 'Building',
  name: 'Menara Meranti',
  address: 'No. 8, Jalan Sultan Ahmad Shah, 10050 George Town, Pulau Pinang',
  nameOnCertificates: 'Menara Meranti',
  buildingOwnerName: 'Meranti Properties Sdn Bhd',
};

/**
 * Retires a part of the first RECs that the newcomer's company gets from a closed auction, for a building. The building
 * is one of two beneficiaries that the company has saved.
 */
export const seedRetirement = (db: Db, publicUrl: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; balance: string; accountId: string; userId: string }>`
      select held.id, held.balance, held.account_id as "accountId", app_user.id as "userId"
      from ledger_account held
      join account_member member on member.account_id = held.account_id
      join app_user on app_user.id = member.user_id and app_user.username = 'newcomer'
      where held.kind = 'held' and held.balance > 1
        and not exists (select from retirement where retirement.account_id = held.account_id)
      order by held.balance desc limit 1`.execute(transaction);
    const [held] = rows;
    if (!held) return;
    for (const beneficiary of [PLANT, TOWER]) await insertBeneficiary(transaction, held, beneficiary);
    const lines = [
      { holding: await findHoldingAccount(transaction, held.id), quantity: Math.floor(Number(held.balance) / 4) },
    ];
    await retire(transaction, { lines, beneficiary: TOWER }, { ...held, publicUrl });
  });
