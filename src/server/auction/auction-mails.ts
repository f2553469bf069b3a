import { sql } from 'kysely';
import { companyNameIn } from '#domain/company/company-name.ts';
import { itemsOf } from '#server/auction/auction-rows.ts';
import { storedItemNames } from '#server/auction/items/stored-items.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { MessageKind } from '#domain/notice/message.ts';
import { queueMails, type Mail } from '#server/platform/mail/queue-mails.ts';

export type AuctionMail = Mail & { readonly auctionId: string };

/** The maximum number of items that an email names. Longer lists are on the auction's page. */
const ITEMS_MAX = 10;

/** Queues emails about auctions. Each names the auction's items, and the recipient's companies in the auction. */
export async function queueAuctionMails(
  db: Db,
  mails: readonly AuctionMail[],
  kind: MessageKind = 'auction',
): Promise<void> {
  const companies = await findCompanies(db, mails);
  const items = await findItems(db, mails);
  await queueMails(
    db,
    kind,
    mails.map(({ auctionId, write, ...mail }) => ({
      ...mail,
      write: (language, writer) => {
        const text = write(language, writer);
        const names = items.get(auctionId) ?? [];
        const own = companies.get(keyOf(auctionId, mail.recipient)) ?? [];
        const facts = {
          companies: own.map((company) => companyNameIn(language, company)).join(' · '),
          items: names.slice(0, ITEMS_MAX).join(', '),
          more: Math.max(0, names.length - ITEMS_MAX),
        };
        const lines = [
          text.body,
          own.length > 0 ? writer.words('mail.companies', facts) : '',
          names.length > 0 ? writer.words('mail.items', facts) : '',
        ];
        return { ...text, body: lines.filter(Boolean).join('\n') };
      },
    })),
  );
}

const keyOf = (auctionId: string, recipient: string): string => `${auctionId} ${recipient.toLowerCase()}`;

async function findItems(db: Db, mails: readonly AuctionMail[]): Promise<ReadonlyMap<string, string[]>> {
  const ids = new Set(mails.map(({ auctionId }) => auctionId));
  const rows = ids.size === 0 ? [] : await itemsOf(db, [...ids]);
  const byAuction = Map.groupBy(rows, ({ auction_id: id }) => id);
  return new Map([...byAuction].map(([id, items]) => [id, [...storedItemNames(items).values()]]));
}

type CompanyRow = Parameters<typeof companyNameIn>[1] & { readonly auction_id: string; readonly email: string };

async function findCompanies(db: Db, mails: readonly AuctionMail[]): Promise<ReadonlyMap<string, CompanyRow[]>> {
  const { rows } = await sql<CompanyRow>`
    select told.auction_id, told.email, account.company_name as "companyName",
           account.english_company_name as "englishCompanyName"
    from unnest(${mails.map(({ auctionId }) => auctionId)}::uuid[], ${mails.map(({ recipient }) => recipient.toLowerCase())}::text[])
      as told (auction_id, email)
    join app_user reader on lower(reader.email) = told.email and reader.email <> ''
    join account on account.id in (
      select account_id from bidder where auction_id = told.auction_id and user_id = reader.id
      union
      select auction.owner_account_id from auction
      join account_member member on member.account_id = auction.owner_account_id and member.user_id = reader.id
      where auction.id = told.auction_id)
    order by account.company_name, account.id`.execute(db);
  return Map.groupBy(rows, (row) => keyOf(row.auction_id, row.email));
}
