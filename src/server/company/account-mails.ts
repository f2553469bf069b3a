import type { AccountMember } from '#contract/company/company.ts';
import { companyNameOf, type CompanyNames } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueSecretMessage, type Sealing } from '#server/platform/mail/outbox.ts';
import type { Language } from '#domain/basics/language.ts';
import { composeMails, queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';

/** Tells the company's owners that it may no longer act, or may again, and why. */
export async function mailOwners(
  db: Db,
  { company, members }: { readonly company: CompanyNames; readonly members: readonly AccountMember[] },
  { kind, remark }: { readonly kind: 'blacklisted' | 'reinstated'; readonly remark: string },
): Promise<void> {
  const owners = members.filter(({ role, email }) => role === 'owner' && email !== '');
  await queueMails(
    db,
    owners.map(({ email }) => ({
      recipient: email,
      write: (language, { words }) => ({
        subject: words(`accountMail.${kind}.subject`, { company: companyNameOf(language, company) }),
        body: words(`accountMail.${kind}.body`),
      }),
      ending: [remark],
    })),
  );
}

type InvitationMail = {
  readonly recipient: string;
  /** Nobody knows which language the invited speaks: most likely that of who invites. */
  readonly language: Language;
  readonly inviter: string;
  readonly company: string;
  readonly link: string;
  readonly usefulUntilMs: number;
};

/** The link is a secret that works once; the message goes where it is needed and nowhere else. */
export async function mailInvitation(db: Db, secret: Pick<Sealing, 'seal'>, mail: InvitationMail): Promise<void> {
  const { recipient, language, inviter, company, link, usefulUntilMs } = mail;
  const [message] = await composeMails(db, [
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

/** Tells who invited that the invitation was accepted, and by whom: a link can be handed on. */
export async function mailInviter(
  db: Db,
  { recipient, name, email, company }: Record<'recipient' | 'name' | 'email', string> & { company: CompanyNames },
): Promise<void> {
  if (recipient === '') return;
  await queueMails(db, [
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
 * Mails the remaining owners what ended with a former owner, and whom that person invited. Sends nothing if there is
 * nothing to tell.
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
  const owners = staying.filter(({ role, email }) => role === 'owner' && email !== '');
  await queueMails(
    db,
    owners.map(({ email }) => ({ recipient: email, write })),
  );
}

const ENDED = ['invitations', 'keys', 'webhooks', 'invited'] as const;

export type EndedPowers = {
  /** Addresses of the open invitations. */
  readonly invitations: readonly string[];
  /** Names of the API keys. */
  readonly keys: readonly string[];
  /** Addresses of webhooks that are paused, now or before. They are kept, because the company may rely on them. */
  readonly webhooks: readonly string[];
  /** Members who joined by an invitation of that person, and stay until an owner removes them. */
  readonly invited: readonly string[];
};
