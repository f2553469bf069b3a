import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { beginAct } from '#server/platform/http/audit.ts';
import { findOne, setScenes, type Stage } from '../guide-pictures/stage.ts';
import type { Person } from './screen.ts';

/** Finds an object for each page whose path has a parameter. The objects have much and varied content. */
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
    settlement: await findOne(
      db,
      sql`select id from settlement where ${company} in (buyer_account_id, seller_account_id) order by id limit 1`,
    ),
    auditLine: await actAsAdmin(db),
    deleted: await deleteTwo(db),
    messageText: 'accountMail_invitation',
    template: await findOne(db, sql`select id from template where template_type = 'TermsAndConditions' limit 1`),
  };
}

/** Adds a deleted auction and a deleted sell order. They cannot be restored, because they have no content. */
async function deleteTwo(db: Db): Promise<string> {
  await sql`
    insert into deleted_object (id, kind, title, content, image_ids, deleted_by, deleted_at)
    select gen_random_uuid(), kind, title, '{}', '{}', (select id from app_user where username = 'admin'), at
    from (values ('auction', 'Hydro from three plants on the Perak river, 2025', now() - interval '2 days'),
                 ('sellOrder', 'Solar rooftops, Selangor', now() - interval '29 days')) n(kind, title, at)`.execute(db);
  return findOne(db, sql`select id from deleted_object limit 1`);
}

/**
 * Adds acts of an administrator to the audit trail, because the demo's data has none. Returns the id of the last act.
 */
async function actAsAdmin(db: Db): Promise<string> {
  const admin = await findOne(db, sql`select id from app_user where username = 'admin'`);
  const actor = { userId: admin, username: 'admin', address: '203.0.113.7', session: '5f0c2a91be47' };
  const auction = await findOne(db, sql`select id from auction where start_time > now() order by start_time limit 1`);
  const account = await findOne(db, sql`select id from account where company_name like 'Sungai Perak%'`);
  const pic = sql`update account set pic_name = 'Aisyah binti Rahman' where id = ${account}`;
  const settings = sql`
    update auction set seller_fee_hundredths = seller_fee_hundredths + 25, end_time = end_time + interval '1 hour',
      auction_end_time = auction_end_time + interval '1 hour', is_private = not is_private where id = ${auction}`;
  const acts = [
    { action: 'PUT /admin/accounts/{id}', id: account, detail: { picName: 'Aisyah binti Rahman' }, change: pic },
    { action: 'PUT /admin/auctions/{id}', id: auction, detail: { sellerProcessingFee: 1.5 }, change: settings },
  ];
  for (const { action, id, detail, change } of acts)
    await db.transaction().execute(async (transaction) => {
      await beginAct(transaction, actor, { action, subject: { id }, detail });
      await change.execute(transaction);
    });
  return findOne(db, sql`select max(id)::text as id from audit_line`);
}

export type Samples = Awaited<ReturnType<typeof findSamples>>;

/**
 * For each page whose path has a parameter: the object that the page shows, and the user who sees the page. If no user
 * is given, the newcomer sees the page.
 */
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
  '/user/settlements/$id': ['settlement'],
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
  '/admin/settlements/$id': ['settlement'],
  '/admin/claims-report/$id': ['account'],
  '/admin/account-registration/$id': ['registration'],
  '/admin/business-account/$id': ['account'],
  '/admin/template-management/edit/$id': ['template'],
  '/admin/audit-trail/$id': ['auditLine'],
  '/admin/message-texts/$id': ['messageText'],
};

/**
 * Returns the user who visits a page, and a function that builds the page's path with the id of an existing object. A
 * new page with a parameter needs a line in `ABOUT`.
 */
export function sampleOf(path: string): {
  readonly pathIn: (samples: Samples) => string;
  readonly as?: Person | undefined;
} {
  if (!path.includes('$')) return { pathIn: () => path };
  const [sample, as] = ABOUT[path] ?? [];
  if (sample === undefined) throw new Error(`${path} has no sample: add one to scripts/looks/samples.ts`);
  return { pathIn: (samples) => path.replace(/\$\w+/, samples[sample]), as };
}
