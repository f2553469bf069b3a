import type { RegistrationEvent } from '#domain/company/registration.ts';
import type { RegistrationRow } from '#server/company/registration-rows.ts';
import type { Db } from '#server/platform/database.ts';
import { inAllLanguages } from '#server/platform/in-all-languages.ts';
import { queueMessage, queueMessages } from '#server/platform/outbox.ts';
import { wordsIn } from '#server/platform/words.ts';

/** Tells the registrant, in the language that the registration was sent in, what happened to it. */
export async function mailRegistrant(
  db: Db,
  { company_name: company, username: name, email, language }: RegistrationRow,
  { action, remark }: { action: RegistrationEvent; remark: string },
  publicUrl: string,
): Promise<void> {
  const words = wordsIn(language);
  const link = `${publicUrl}/user/account-registration`;
  await queueMessage(db, {
    channel: 'email',
    recipient: email,
    subject: words(`registrationMail.${action}.subject`, { company }),
    body: [words(`registrationMail.${action}.body`, { company, name }), remark, link].filter(Boolean).join('\n\n'),
  });
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
  const said = inAllLanguages((language) => {
    const words = wordsIn(language);
    const body = words('mail.registrationToAdminsBody', { name, company, country: words(`country.${country}`) });
    return { subject: words(key, { company }), body };
  });
  const body = `${said.body}\n\n${publicUrl}/admin/account-registration/${id}`;
  await queueMessages(
    db,
    admins.map(({ email }) => ({ channel: 'email', recipient: email, subject: said.subject, body })),
  );
}
