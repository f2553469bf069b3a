import { decimalOfCents } from '#domain/basics/price.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import type { BuyOrderStatus } from '#domain/marketplace/buy-order-status.ts';
import { referenceOf } from '#domain/marketplace/buy-order-reference.ts';
import type { BuyOrderRow } from '#server/marketplace/buy-order-rows.ts';
import type { MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { buyerOf } from '#server/marketplace/buy-order-columns.ts';
import { sellerOf } from '#server/marketplace/present-sell-order.ts';
import { audienceOf, type SellOrderRow } from '#server/marketplace/sell-order-rows.ts';
import { notifyAdmins } from '#server/notice/store-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';

type Reader = 'buyer' | 'seller' | 'admin';
type Urls = Pick<MarketplaceParts, 'publicUrl'>;

const EVENTS = {
  Pending: 'placed',
  Approved: 'approved',
  Rejected: 'rejected',
  Cancelled: 'cancelled',
} as const satisfies Record<BuyOrderStatus, string>;
type Event = (typeof EVENTS)[BuyOrderStatus];

type News = { readonly status: BuyOrderStatus; readonly remark: string };

/**
 * Sends emails about new or decided buy orders to the people of the buyer and the seller. Admins get an email about a
 * new buy order that they must decide. Runs in the transaction that changed the buy orders.
 */
export async function mailBuyOrders(
  { publicUrl }: Urls,
  db: Db,
  rows: readonly BuyOrderRow[],
  { status, remark }: News,
): Promise<void> {
  const event = EVENTS[status];
  const people = await peopleOf(
    db,
    rows.flatMap((row) => [row.account_id, row.seller_account_id]),
  );
  const admins = new Map<string, string[]>();
  if (event === 'placed') for (const { id } of rows) admins.set(id, await notifyAdmins(db, 'buyOrderWaits', id));
  const mails = rows.flatMap((row) => {
    const to = (reader: Reader, recipients: readonly string[]) =>
      recipients.map((recipient) => ({
        recipient,
        write: mailAbout(event, reader, row),
        ending: [remark, publicUrl + pageFor(reader, row)],
      }));
    return [
      ...to('buyer', people.get(row.account_id) ?? []),
      ...to('seller', people.get(row.seller_account_id) ?? []),
      ...to('admin', admins.get(row.id) ?? []),
    ];
  });
  await queueMails(db, 'marketplace', mails);
}

/**
 * Tells the listed buyers of a sell order by email that they can buy. For a sell order for everyone, sends no email.
 */
export async function mailPublished({ publicUrl }: Urls, db: Db, order: SellOrderRow): Promise<void> {
  const { buyerAccountIds } = await audienceOf(db, order);
  if (buyerAccountIds.length === 0) return;
  const params = {
    title: order.title,
    quantity: order.remaining_quantity,
    price: decimalOfCents(order.unit_price_cents),
  };
  const write: WriteMail = (language, { words }) => {
    const all = { ...params, seller: companyNameIn(language, sellerOf(order)) };
    return {
      subject: words('marketplaceMail.published.subject', all),
      body: words('marketplaceMail.published.body', all),
    };
  };
  const recipients = [...(await peopleOf(db, buyerAccountIds)).values()].flat();
  const ending = [`${publicUrl}/user/marketplace/sell-order/${order.id}`];
  await queueMails(
    db,
    'marketplace',
    [...new Set(recipients)].map((recipient) => ({ recipient, write, ending })),
  );
}

function mailAbout(event: Event, reader: Reader, row: BuyOrderRow): WriteMail {
  return (language, { words }) => {
    const params = {
      title: row.title,
      reference: referenceOf(row.id),
      quantity: row.quantity,
      buyer: companyNameIn(language, buyerOf(row)),
      seller: companyNameIn(language, sellerOf(row)),
    };
    const body = reader === 'admin' ? words('marketplaceMail.placed.admin', params) : undefined;
    return {
      subject: words(`marketplaceMail.${event}.subject`, params),
      body: body ?? words(`marketplaceMail.${event}.${reader === 'buyer' ? 'buyer' : 'seller'}`, params),
    };
  };
}

function pageFor(reader: Reader, row: BuyOrderRow): string {
  if (reader === 'seller') return `/user/marketplace/sell-order/${row.sell_order_id}`;
  return `/${reader === 'admin' ? 'admin' : 'user'}/marketplace/buy-order/${row.id}`;
}

/**
 * Returns the addresses of members who may act for these companies. Viewers get no email, and nobody acts for a
 * blacklisted company.
 */
async function peopleOf(db: Db, accountIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = await db
    .selectFrom('account_member')
    .innerJoin('app_user', 'app_user.id', 'account_member.user_id')
    .innerJoin('account', 'account.id', 'account_member.account_id')
    .select(['account_member.account_id', 'app_user.email'])
    .where('account.status', '=', 'Active')
    .where('account_member.account_id', 'in', [...accountIds])
    .where('account_member.role', '<>', 'viewer')
    .where('app_user.email', '<>', '')
    .execute();
  const byAccount = Map.groupBy(found, ({ account_id: accountId }) => accountId);
  return new Map([...byAccount].map(([accountId, rows]) => [accountId, rows.map(({ email }) => email)]));
}
