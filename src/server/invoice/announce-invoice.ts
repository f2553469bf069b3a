import type { Invoice } from '#domain/invoice/invoice.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import type { InvoiceEvent } from '#domain/settlement/tracks.ts';
import { storeNotices } from '#server/notice/store-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';
import { lockSettlement } from '#server/settlement/locked-settlement.ts';
import { findTradePeople } from '#server/settlement/trade-people.ts';

/** A document of a settlement. The issuer is null for the platform. */
export type AnnouncedInvoice = {
  readonly settlementId: string;
  readonly issuerId: string | null;
  readonly receiverId: string;
  readonly content: Invoice;
};

type News = {
  readonly event: InvoiceEvent;
  readonly invoiceId: string;
  /** The user who issued the document, who is not told. Null for the tax authority. */
  readonly userId: string | null;
  readonly publicUrl: string;
};

/**
 * Tells the members of the side that a document concerns: the receiver, or the issuer if the tax authority refused it. Its
 * webhooks, and those of the issuer, get the event `invoice`. Nobody is told that a document of the platform was refused:
 * administrators see it in their list.
 */
export async function announceInvoice(
  db: Db,
  { settlementId, issuerId, receiverId, content }: AnnouncedInvoice,
  { event, invoiceId, userId, publicUrl }: News,
): Promise<void> {
  const row = await lockSettlement(db, settlementId);
  const concerned = event === 'invoiceRefused' ? issuerId : receiverId;
  const side = concerned === row.buyer_account_id ? 'buyer' : 'seller';
  const people = await findTradePeople(db, row, 'settlementInvoice');
  const readers = concerned === null ? [] : people.filter((one) => one.sides.includes(side) && one.userId !== userId);
  await storeNotices(
    db,
    'settlementInvoice',
    readers.map((reader) => ({ userId: reader.userId, auctionId: null, itemId: settlementId, event })),
  );
  const recipients = readers.flatMap(({ email, wantsMail }) => (wantsMail && email !== '' ? [email] : []));
  const write = mailOf(event, content);
  await queueMails(
    db,
    'invoice',
    recipients.map((recipient) => ({ recipient, write, ending: [`${publicUrl}/user/settlements/${settlementId}`] })),
  );
  const { number, type, kind, payable, currency, dueOn } = content;
  const data = { invoiceId, settlementId, event, number, type, kind, payable, currency, dueOn };
  const accounts = new Set([receiverId, ...(issuerId === null ? [] : [issuerId])]);
  await queueWebhooks(
    db,
    'invoice.updated',
    [...accounts].map((accountId) => ({ accountId, data })),
  );
}

const mailOf =
  (event: InvoiceEvent, { number, trade, currency, payable, issuer }: Invoice): WriteMail =>
  (language, { words, amount }) => {
    const params = {
      event: words(`settlement.event.${event}`),
      number,
      title: trade,
      payable: `${currency} ${amount(payable)}`,
      issuer: companyNameIn(language, issuer),
    };
    return { subject: words('invoice.mailSubject', params), body: words('invoice.mailBody', params) };
  };
