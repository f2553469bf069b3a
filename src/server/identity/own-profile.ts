import { getProfile, listOutbox, listOwnAccounts } from '#contract/identity.ts';
import type { Caller, CallerAccount } from '#server/platform/caller.ts';
import { operation, type Operation } from '#server/platform/operation.ts';
import { listMessages, type OutboxRow } from '#server/platform/outbox.ts';
import { Refused } from '#server/platform/refused.ts';

export const readProfile = operation(getProfile, async ({ caller }) => presentProfile(caller));

const readOwnAccounts = operation(listOwnAccounts, async ({ caller }) => caller.accounts.map(presentAccount));

/** Who signed in and what was sent: the outbox hides itself in production like something that isn't there. */
export function identityOperations(config: { isProduction: boolean }): Operation[] {
  const readOutbox = operation(listOutbox, async ({ db }) => {
    if (config.isProduction) throw new Refused('not_found');
    return (await listMessages(db)).map(presentMessage);
  });
  return [readProfile, readOwnAccounts, readOutbox];
}

const presentProfile = (caller: Caller) => ({
  userId: caller.userId,
  username: caller.username,
  email: caller.email,
  reHashRoleName: caller.roleName,
  auctionUserRole: caller.role,
  accounts: caller.accounts.map(presentAccount),
});

const presentAccount = ({ id, companyName, country, status, role }: CallerAccount) => ({
  id,
  companyName,
  country,
  status,
  role,
});

const presentMessage = (row: OutboxRow) => ({
  id: row.id,
  channel: row.channel,
  recipient: row.recipient,
  subject: row.subject,
  body: row.body,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
});
