import { sql } from 'kysely';
import type { Decision } from '#domain/certificate/check-status.ts';
import type { EvidenceParts } from '#server/evidence/evidence.ts';
import { notifyMembers } from '#server/company/notify-members.ts';
import { notifyAdmins, settleWaiting } from '#server/notice/store-notices.ts';
import { companyNameOf, type CompanyNames } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';

/** Parts of the operations on certificates. Without a public URL, no emails are sent. */
export type CertificateParts = EvidenceParts & { readonly publicUrl: string | null };

/**
 * Tells administrators that devices or lots of a company wait for their check. All of them together are one notice
 * until the last one is checked, so a file makes one notice and one email.
 */
export async function announceRegistered(db: Db, accountId: string, publicUrl: string | null): Promise<void> {
  const recipients = await notifyAdmins(db, 'certificatesWait', accountId);
  if (publicUrl === null || recipients.length === 0) return;
  const company = await requireNames(db, accountId);
  const write: WriteMail = (language, { words }) => ({
    subject: words('certificateMail.waitSubject', { company: companyNameOf(language, company) }),
    body: words('certificateMail.waitBody', { company: companyNameOf(language, company) }),
  });
  const ending = [`${publicUrl}/admin/certificates`];
  await queueMails(
    db,
    'certificate',
    recipients.map((recipient) => ({ recipient, write, ending })),
  );
}

async function requireNames(db: Db, accountId: string): Promise<CompanyNames> {
  const { rows } = await sql<CompanyNames>`
    select company_name, english_company_name from account where id = ${accountId}`.execute(db);
  const [names] = rows;
  if (!names) throw new Error(`there is no company ${accountId}`);
  return names;
}

type Decided = { readonly id: string; readonly accountId: string; readonly name: string };
type DecisionNote = { readonly status: Decision; readonly remark: string };

/** Tells the company of a device or a lot what an administrator decided, with the remark. */
export async function announceDecision(
  db: Db,
  { id, accountId, name }: Decided,
  { status, remark }: DecisionNote,
  publicUrl: string | null,
): Promise<void> {
  await settleIfChecked(db, accountId);
  const kind = status === 'Verified' ? 'certificateVerified' : 'certificateRejected';
  const title = remark === '' ? name : `${name}: ${remark}`;
  const recipients = await notifyMembers(db, kind, { accountId, itemId: id, title });
  if (publicUrl === null) return;
  const write: WriteMail = (_language, { words }) => ({
    subject: words(`certificateMail.${status}.subject`, { name }),
    body: words(`certificateMail.${status}.body`, { name }),
  });
  const ending = [remark, `${publicUrl}/user/certificates?tab=lots`];
  await queueMails(
    db,
    'certificate',
    recipients.map((recipient) => ({ recipient, write, ending })),
  );
}

/** Marks the notices of administrators as read if nothing of the company waits for a check any more. */
export async function settleIfChecked(db: Db, accountId: string): Promise<void> {
  const { rows } = await sql`
    select from device where account_id = ${accountId} and status = 'Submitted'
    union all select from certificate_lot where account_id = ${accountId} and status = 'Submitted' limit 1`.execute(db);
  if (rows.length === 0) await settleWaiting(db, 'certificatesWait', [accountId]);
}

/** Returns those of these ids that are devices or lots of the caller's companies. */
export async function ownCertificateIds(db: Db, { accounts }: Caller, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const among = sql`id = any(${[...ids]}::uuid[]) and account_id = any(${accounts.map(({ id }) => id)}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    select id from device where ${among} union all select id from certificate_lot where ${among}`.execute(db);
  return rows.map(({ id }) => id);
}
