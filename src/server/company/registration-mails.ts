import type { RegistrationEvent } from '#domain/company/registration.ts';
import type { RegistrationRow } from '#server/company/registration-rows.ts';
import { tellAdmins } from '#server/notice/tell-admins.ts';
import { companyNameOf } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';

/** Tells the registrant, in the language that the registration was sent in, what happened to it. */
export async function mailRegistrant(
  db: Db,
  row: RegistrationRow,
  { action, remark }: { action: RegistrationEvent; remark: string },
  publicUrl: string,
): Promise<void> {
  const { email, language } = row;
  const company = companyNameOf(language, row);
  await queueMails(db, [
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

/** Tells all administrators that a registration waits: by a notice, and by mail those who want one. */
export async function tellOfRegistration(
  db: Db,
  row: RegistrationRow,
  action: 'submit' | 'resubmit',
  publicUrl: string,
): Promise<void> {
  const { id, username: name, country } = row;
  const admins = await tellAdmins(db, 'registrationWaits', id);
  const key = action === 'submit' ? 'mail.registrationToAdminsSubmit' : 'mail.registrationToAdminsResubmit';
  await queueMails(
    db,
    admins.map((recipient) => ({
      recipient,
      write: (language, { words }) => {
        const company = companyNameOf(language, row);
        return {
          subject: words(key, { company }),
          body: words('mail.registrationToAdminsBody', { name, company, country: words(`country.${country}`) }),
        };
      },
      ending: [`${publicUrl}/admin/account-registration/${id}`],
    })),
  );
}
