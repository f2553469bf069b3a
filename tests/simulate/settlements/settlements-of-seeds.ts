import { openDatabase } from '#server/platform/database/database.ts';
import { copyTemplate, startTemplate } from '#testing/world/template.ts';
import { simulateSettlements, type Tally } from './simulate-settlements.ts';

/** The proof reads the whole ledger, so a new database is faster after this number of seeds. */
const SEEDS_PER_DATABASE_MAX = 50;
/** Databases at the same time. The seeds of a database run one after the other. */
const LANES = 3;

type Seeds = { readonly first: number; readonly count: number };

/** Simulates the settlements of some seeds in a temporary PostgreSQL. Calls `violated` for each broken rule. */
export async function settlementsOfSeeds(
  { first, count }: Seeds,
  violated: (seed: number, what: string) => void,
): Promise<Tally> {
  const tally: Tally = new Map();
  const { urlOf, stop } = await startTemplate({ isInMemory: true });
  const each = Math.min(SEEDS_PER_DATABASE_MAX, Math.ceil(count / LANES));
  const parts = Array.from({ length: Math.ceil(count / each) }, (_, part) => {
    const from = first + part * each;
    return { first: from, count: Math.min(each, first + count - from) };
  }).values();
  const runLane = async (): Promise<void> => {
    for (const seeds of parts) {
      const database = await openDatabase({ url: await copyTemplate(urlOf) });
      for (let seed = seeds.first; seed < seeds.first + seeds.count; seed += 1)
        for (const what of await simulateSettlements(database.db, seed, tally)) violated(seed, what);
      await database.close();
    }
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  await stop();
  return tally;
}
