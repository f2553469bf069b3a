import { sql } from 'kysely';
import { findOne, setScenes, type Stage } from '../guide-pictures/stage.ts';
import type { Person } from './screen.ts';

/** What the pages that are about one thing show: all of it is there, and lively. */
export async function findSamples(stage: Stage) {
  const { db } = stage;
  const company = sql`(select id from account where company_name like 'Meranti Semiconductor%')`;
  return {
    ...(await setScenes(stage)),
    ownOrder: await findOne(
      db,
      sql`select id from buy_order where account_id = ${company} order by status = 'Pending' desc, placed_at limit 1`,
    ),
    retirement: await findOne(db, sql`select id from retirement where account_type = 'Building' limit 1`),
    template: await findOne(db, sql`select id from template where template_type = 'TermsAndConditions' limit 1`),
  };
}

export type Samples = Awaited<ReturnType<typeof findSamples>>;

/** What each page with a parameter is about, and whose it is where the newcomer has none. */
const ABOUT: Readonly<Record<string, readonly [sample: keyof Samples, as?: Person]>> = {
  '/auction/$id': ['live'],
  '/auction/$id/detail': ['live'],
  '/auction-result/$id': ['won'],
  '/retirement/$number': ['statement'],
  '/user/auction/$id': ['live'],
  '/user/auction/$id/detail': ['live'],
  '/user/auction-result/$id': ['won'],
  '/user/update/$id': ['owned', 'seller'],
  '/user/marketplace/$id': ['offer'],
  '/user/marketplace/sell-order/$id': ['offer'],
  '/user/marketplace/buy-order/$id': ['ownOrder'],
  '/user/holdings/$id': ['holding'],
  '/user/holdings/$id/retire': ['holding'],
  '/user/retirements/$id': ['retirement'],
  '/admin/auction/$id': ['live'],
  '/admin/auction/$id/detail': ['live'],
  '/admin/auction-result/$id': ['won'],
  '/admin/update/$id': ['upcoming'],
  '/admin/add-bidders/$id': ['upcoming'],
  '/admin/marketplace/$id': ['draftOffer'],
  '/admin/marketplace/sell-order/$id': ['offer'],
  '/admin/marketplace/buy-order/$id': ['order'],
  '/admin/marketplace/update-buyers/$id': ['draftOffer'],
  '/admin/holdings/$id': ['holding'],
  '/admin/retirements/$id': ['retirement'],
  '/admin/account-registration/$id': ['registration'],
  '/admin/business-account/$id': ['account'],
  '/admin/template-management/edit/$id': ['template'],
};

/** How a page's path is made one about something that is there, and who looks at it; a new page with a parameter needs a line above. */
export function sampleOf(path: string): {
  readonly pathIn: (samples: Samples) => string;
  readonly as?: Person | undefined;
} {
  if (!path.includes('$')) return { pathIn: () => path };
  const [sample, as] = ABOUT[path] ?? [];
  if (sample === undefined)
    throw new Error(`${path} shows nothing yet: say what it is about, in scripts/looks/samples.ts`);
  return { pathIn: (samples) => path.replace(/\$\w+/, samples[sample]), as };
}
