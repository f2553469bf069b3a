import type { RegistrationEvent } from '#domain/company/registration.ts';
import type { RegistrationRow } from '#server/company/registration-rows.ts';
import type { Db } from '#server/platform/database.ts';
import { queueMails } from '#server/platform/queue-mails.ts';

/** Tells the registrant, in the language that the registration was sent in, what happened to it. */
export async function mailRegistrant(
  db: Db,
  { company_name: company, email, language }: RegistrationRow,
  { action, remark }: { action: RegistrationEvent; remark: string },
  publicUrl: string,
): Promise<void> {
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

/** Somebody waits for an admin: all of them are told. */
export async function mailAdmins(
  db: Db,
  { id, company_name: company, username: name, country }: RegistrationRow,
  action: 'submit' | 'resubmit',
  publicUrl: string,
): Promise<void> {
  const admins = await db.selectFrom('app_user').select('email').where('auction_user_role', '=', 'Admin').execute();
  const key = action === 'submit' ? 'mail.registrationToAdminsSubmit' : 'mail.registrationToAdminsResubmit';
  await queueMails(
    db,
    admins.map(({ email }) => ({
      recipient: email,
      write: (_, { words }) => ({
        subject: words(key, { company }),
        body: words('mail.registrationToAdminsBody', { name, company, country: words(`country.${country}`) }),
      }),
      ending: [`${publicUrl}/admin/account-registration/${id}`],
    })),
  );
}
