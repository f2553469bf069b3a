import { sql } from 'kysely';
import type { AdminRole } from '#domain/access/admin-role.ts';
import type { ApprovalAct } from '#domain/access/approval.ts';
import { notifyAdmins, settleWaiting } from '#server/notice/store-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';

type Announced = {
  readonly id: string;
  /** The roles that may approve the request. */
  readonly roles: readonly AdminRole[];
  readonly publicUrl: string;
  readonly requester: Pick<Caller, 'userId' | 'username'>;
};

/** Tells all other administrators who may approve a request that it waits, by a notice and by email. */
export async function announceRequest(db: Db, { id, roles, publicUrl, requester }: Announced): Promise<void> {
  const recipients = await notifyAdmins(db, 'approvalWaits', id, { roles, except: requester.userId });
  const { rows } = await sql<{ act: ApprovalAct; title: string }>`
    select act, title from approval_request where id = ${id}`.execute(db);
  const [request] = rows;
  if (!request) return;
  const write: WriteMail = (_language, { words }) => {
    const params = { act: words(`approval.act.${request.act}`), title: request.title, person: requester.username };
    return { subject: words('approvalMail.subject', params), body: words('approvalMail.body', params) };
  };
  const ending = [`${publicUrl}/admin/approvals`];
  await queueMails(
    db,
    'approval',
    recipients.map((recipient) => ({ recipient, write, ending })),
  );
}

/** Marks the notices of a decided request as read. */
export const settleRequest = (db: Db, id: string): Promise<void> => settleWaiting(db, 'approvalWaits', [id]);

/** Returns the names of the requests among these ids, for the notices about them. */
export async function requestTitles(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from approval_request where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
