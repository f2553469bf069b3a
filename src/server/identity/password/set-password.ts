import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { noteSecurity } from '#server/platform/telemetry/note-security.ts';
import { queueMessage } from '#server/platform/mail/outbox.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import { revokeInvitations } from '#server/company/revoke-invitations.ts';
import { endApiKeysOf } from '#server/identity/session/end-api-keys.ts';
import type { Identity } from '#server/identity/identity.ts';
import { forgetDevicesOf } from '#server/identity/session/trusted-device.ts';
import type { User } from '#server/identity/user-rows.ts';
import { deleteSessionsOf } from '#server/identity/session/user-session.ts';

type NewPassword = {
  readonly user: User;
  readonly passwordHash: string;
  readonly language: Language;
  /** The person's API keys end too. */
  readonly endsApiKeys?: boolean | undefined;
};

/**
 * A new password ends every session with its tokens, forgets every trusted device and what is under way with the old one
 * (rules 6), revokes the person's open invitations, and the person is told by mail. Gives the sessions that ended, to be announced after the commit.
 */
export async function setPassword(identity: Identity, db: Db, given: NewPassword): Promise<string[]> {
  const { user, passwordHash, endsApiKeys } = given;
  const { rows } = await sql`
    update app_user set password_hash = ${passwordHash}
    where id = ${user.id} and password_hash = ${user.passwordHash} returning id`.execute(db);
  // Changed since it was looked at: who was thrown out by that doesn't come back by a change of his own.
  if (rows.length === 0) throw new Refused('current_password_incorrect');
  await forgetDevicesOf(db, user.id);
  await sql`delete from one_time_code where purpose = 'login' and subject = ${user.id}`.execute(db);
  await sql`delete from identity_ticket where user_id = ${user.id}`.execute(db);
  // Whoever had the old password may have invited an address of its own, even as an owner.
  await revokeInvitations(db, sql`invited_by = ${user.id}`, user.id);
  await queuePasswordMail(identity, db, given);
  noteSecurity('password_changed', { userId: user.id });
  const sessions = await deleteSessionsOf(identity, db, user.id);
  const keys = endsApiKeys ? await endApiKeysOf(db, identity.ends, { userId: user.id, by: user.id }) : [];
  return [...sessions, ...keys];
}

async function queuePasswordMail(identity: Identity, db: Db, { user, language }: NewPassword): Promise<void> {
  const say = wordsIn(language);
  const words = { brand: identity.brand.name, name: user.username };
  await queueMessage(db, {
    channel: 'email',
    recipient: user.email,
    subject: say('mail.passwordChangedSubject', words),
    body: say('mail.passwordChangedBody', words),
  });
}
