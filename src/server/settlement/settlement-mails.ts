import type { SettlementEvent } from '#domain/settlement/tracks.ts';
import type { SettlementRow } from '#server/settlement/locked-settlement.ts';
import type { Trade } from '#server/settlement/trade-people.ts';
import type { Db } from '#server/platform/database/database.ts';
import { companyNameOf } from '#server/platform/database/company-name.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';

type EventMail = {
  readonly event: SettlementEvent;
  readonly recipients: readonly string[];
  readonly remark: string;
  /** RECs without certificates, which a reminder of the delivery names. */
  readonly unnamed?: number;
  /** The address of the settlement's page. */
  readonly page: string;
};

/** Tells these people by email that a step was taken, or that a due date is near or has passed. */
export async function mailEvent(
  db: Db,
  row: SettlementRow,
  { title, buyer, seller }: Trade,
  { event, recipients, remark, unnamed = 0, page }: EventMail,
): Promise<void> {
  const write: WriteMail = (language, { words }) => {
    const params = {
      event: words(`settlement.event.${event}`),
      title,
      quantity: row.quantity,
      owed: row.owed,
      buyer: companyNameOf(language, buyer),
      seller: companyNameOf(language, seller),
    };
    const body = words('settlement.mailBody', params);
    const naming = unnamed > 0 ? [words('settlement.mailUnnamed', { quantity: unnamed, seller: params.seller })] : [];
    return { subject: words('settlement.mailSubject', params), body: [body, ...naming].join('\n\n') };
  };
  const mails = [...new Set(recipients)].filter((recipient) => recipient !== '');
  await queueMails(
    db,
    'settlement',
    mails.map((recipient) => ({ recipient, write, ending: [remark, page] })),
  );
}
