import { sql, type RawBuilder } from 'kysely';
import { itemNames } from '#server/auction/items/item-names.ts';
import { companyNameOf, type CompanyNames } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';

type About = {
  readonly item: { readonly id: string; readonly auction_id: string; readonly title: string };
  readonly released: readonly Released[];
  readonly remark: string;
  readonly publicUrl: string;
};

type Told = {
  readonly email: string;
  readonly holder: CompanyNames;
  readonly seller: CompanyNames;
};

/** Everybody of both sides is told what went back: of each holder in a mail of its own, which names nobody else. */
export async function mailRelease(db: Db, { item, released, remark, publicUrl }: About): Promise<void> {
  const name = (await itemNames(db, [item.id])).get(item.id) ?? '';
  const pairs = Map.groupBy(released, ({ award }) => `${award.holder} ${award.seller}`);
  for (const [first, ...others] of pairs.values()) {
    if (!first) continue;
    const { holder, seller } = first.award;
    const quantity = [first, ...others].reduce((sum, one) => sum + one.quantity, 0);
    const readers = await readersOf(db, holder, seller);
    await queueMails(
      db,
      readers.map(({ email, ...sides }) => ({
        recipient: email,
        write: (language, { words }) => {
          const [buyer, owner] = [companyNameOf(language, sides.holder), companyNameOf(language, sides.seller)];
          const said = { title: item.title, quantity, item: name, holder: buyer, seller: owner, remark };
          return { subject: words('release.mailSubject', said), body: words('release.mailBody', said) };
        },
        ending: [`${publicUrl}/auction-result/${item.auction_id}`],
      })),
    );
  }
}

const namesOf = (company: RawBuilder<unknown>) =>
  sql`jsonb_build_object('company_name', ${company}.company_name, 'english_company_name', ${company}.english_company_name)`;

async function readersOf(db: Db, holder: string, seller: string): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select distinct reader.email, ${namesOf(sql`holder`)} as holder, ${namesOf(sql`seller`)} as seller
    from account holder cross join account seller
    join account_member member on member.account_id in (holder.id, seller.id)
    join app_user reader on reader.id = member.user_id
    where holder.id = ${holder} and seller.id = ${seller} and reader.email <> '' order by reader.email`.execute(db);
  return rows;
}

export type Released = { readonly award: HeldAward; readonly quantity: number };

/** What an award left with whom, and whose it was: the seller gets back what is released. */
export type HeldAward = {
  readonly awardId: string;
  readonly bidId: string;
  readonly holder: string;
  readonly seller: string;
  readonly held: number;
};
