import type { AccountMember } from '#contract/company/company.ts';
import { FAILING_DAYS_MAX } from '#domain/automation/webhook.ts';
import { findMembers, requireAccount } from '#server/company/account-rows.ts';
import { companyNameOf, type CompanyNames } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';

type Subject = {
  readonly company: CompanyNames;
  readonly members: readonly AccountMember[];
  readonly name: string;
};

/** Tells all owners of a company that a key was made, and by whom: one that nobody knows of is ended at once. */
export const mailOwnersOfKey = (db: Db, { maker, ...about }: Subject & { readonly maker: string }): Promise<void> =>
  mailOwners(db, about, (language, { words }) => {
    const { name } = about;
    const company = companyNameOf(language, about.company);
    return {
      subject: words('automationMail.keyMade.subject', { company }),
      body: words('automationMail.keyMade.body', { company, name, maker }),
    };
  });

/** Tells them that nothing is sent to an address any more. */
export const mailOwnersOfWebhook = async (db: Db, accountId: string, url: string): Promise<void> => {
  const company = await requireAccount(db, accountId);
  const members = await findMembers(db, accountId);
  await mailOwners(db, { company, members, name: url }, (language, { words }) => ({
    subject: words('automationMail.webhookDisabled.subject', { company: companyNameOf(language, company) }),
    body: words('automationMail.webhookDisabled.body', { url, days: String(FAILING_DAYS_MAX) }),
  }));
};

async function mailOwners(db: Db, { members }: Subject, write: WriteMail): Promise<void> {
  const owners = members.filter(({ role, email }) => role === 'owner' && email !== '');
  await queueMails(
    db,
    owners.map(({ email }) => ({ recipient: email, write })),
  );
}
