import type { AccountMember } from '#contract/company/company.ts';
import { companyNameOf, type CompanyNames } from '#server/platform/database/company-name.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueSecretMessage, type Sealing } from '#server/platform/mail/outbox.ts';
import { countryNameIn } from '#contract/basics/country-name.ts';
import type { Language } from '#domain/basics/language.ts';
import { composeMails, queueMails, type Mail, type WriteMail } from '#server/platform/mail/queue-mails.ts';
import type { RegistrationEvent } from '#domain/company/registration.ts';
import type { RegistrationRow } from '#server/company/registration-rows.ts';
import { notifyAdmins } from '#server/notice/store-notices.ts';

/** Sends an email to the owners among the members of a company. */
export async function mailOwners(
  db: Db,
  members: readonly AccountMember[],
  mail: Pick<Mail, 'write' | 'ending'>,
): Promise<void> {
  const owners = members.filter(({ role, email }) => role === 'owner' && email !== '');
  const mails = owners.map(({ email }) => ({ recipient: email, ...mail }));
  await queueMails(db, 'company', mails);
}

type InvitationMail = {
  readonly recipient: string;
  /** The inviter's language, because the language of the invited person is unknown. */
  readonly language: Language;
  readonly inviter: string;
  readonly company: string;
  readonly link: string;
  readonly usefulUntilMs: number;
};

/** Sends an invitation by email. The link is a secret that works once, so the message is encrypted until it is sent. */
export async function mailInvitation(db: Db, secret: Pick<Sealing, 'seal'>, mail: InvitationMail): Promise<void> {
  const { recipient, language, inviter, company, link, usefulUntilMs } = mail;
  const [message] = await composeMails(db, 'invitation', [
    {
      recipient,
      language,
      write: (_, { words }) => ({
        subject: words('accountMail.invitation.subject', { inviter, company }),
        body: words('accountMail.invitation.body', { inviter, company }),
      }),
      ending: [link],
      usefulUntilMs,
    },
  ]);
  if (message) await queueSecretMessage(db, secret, message);
}

/**
 * Tells the inviter by email who accepted the invitation. A link can be forwarded, so another person than the invited
 * one may have accepted.
 */
export async function mailInviter(
  db: Db,
  { recipient, name, email, company }: Record<'recipient' | 'name' | 'email', string> & { company: CompanyNames },
): Promise<void> {
  if (recipient === '') return;
  await queueMails(db, 'company', [
    {
      recipient,
      write: (language, { words }) => {
        const params = { name, company: companyNameOf(language, company), email: email || '–' };
        return {
          subject: words('accountMail.accepted.subject', params),
          body: words('accountMail.accepted.body', params),
        };
      },
    },
  ]);
}

type EndedMail = {
  readonly company: CompanyNames;
  readonly name: string;
  /** The members after the change. The owners among them get the mail. */
  readonly staying: readonly AccountMember[];
  readonly ended: EndedPowers;
};

/**
 * Tells the remaining owners by email which invitations, keys and webhooks of a former owner ended, and which members
 * that person invited. Sends nothing if all lists are empty.
 */
export async function mailEndedPowers(db: Db, { company, name, staying, ended }: EndedMail): Promise<void> {
  const lists = ENDED.filter((kind) => ended[kind].length > 0);
  if (lists.length === 0) return;
  const write: WriteMail = (language, { words }) => {
    const params = { name, company: companyNameOf(language, company) };
    const lines = lists.map((kind) => words(`accountMail.ended.${kind}`, { name, list: ended[kind].join(', ') }));
    return {
      subject: words('accountMail.ended.subject', params),
      body: [words('accountMail.ended.body', params), ...lines].join('\n\n'),
    };
  };
  await mailOwners(db, staying, { write });
}

const ENDED = ['invitations', 'keys', 'webhooks', 'invited'] as const;

export type EndedPowers = {
  /** Addresses of the open invitations. */
  readonly invitations: readonly string[];
  /** Names of the API keys. */
  readonly keys: readonly string[];
  /** Addresses of that person's webhooks. All are paused now. They are kept, because the company may rely on them. */
  readonly webhooks: readonly string[];
  /** Members who joined by an invitation of that person, and stay until an owner removes them. */
  readonly invited: readonly string[];
};

/** Tells the registrant by email what happened to the registration, in the language of the registrant's request. */
export async function mailRegistrant(
  db: Db,
  row: RegistrationRow,
  { action, remark }: { action: RegistrationEvent; remark: string },
  publicUrl: string,
): Promise<void> {
  const { email, language } = row;
  const company = companyNameOf(language, row);
  await queueMails(db, 'registration', [
    {
      recipient: email,
      language,
      write: (_, { words }) => ({
        subject: words(`registrationMail.${action}.subject`, { company }),
        body: words(`registrationMail.${action}.body`, { company }),
      }),
      ending: [remark, `${publicUrl}/user/account-registration`],
    },
  ]);
}

/** Sends the operator's programs the decision about a registration. */
export const announceDecision = (db: Db, { id, company_name: companyName, status }: RegistrationRow): Promise<void> =>
  queueWebhooks(db, 'registration.decided', [{ accountId: null, data: { registrationId: id, companyName, status } }]);

/** Notifies all administrators that a registration waits. Administrators who selected emails also get an email. */
export async function notifyOfRegistration(
  db: Db,
  row: RegistrationRow,
  action: 'submit' | 'resubmit',
  publicUrl: string,
): Promise<void> {
  const { id, username: name, country } = row;
  const admins = await notifyAdmins(db, 'registrationWaits', id);
  const data = { registrationId: id, companyName: row.company_name };
  await queueWebhooks(db, 'registration.received', [{ accountId: null, data }]);
  const key = action === 'submit' ? 'mail.registrationToAdminsSubmit' : 'mail.registrationToAdminsResubmit';
  await queueMails(
    db,
    'registration',
    admins.map((recipient) => ({
      recipient,
      write: (language, { words }) => {
        const company = companyNameOf(language, row);
        return {
          subject: words(key, { company }),
          body: words('mail.registrationToAdminsBody', { name, company, country: countryNameIn(language, country) }),
        };
      },
      ending: [`${publicUrl}/admin/account-registration/${id}`],
    })),
  );
}
