import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { listApiKeyActs, listApiKeys, makeApiKey, revokeApiKey } from '#contract/company/api-key.ts';
import { API_KEYS_MAX, judgeApiKeyName } from '#domain/automation/api-key.ts';
import { mailOwners } from '#server/company/account-mails.ts';
import { companyNameOf } from '#server/platform/database/company-name.ts';
import { API_KEY_PREFIX, findActs, findKeys } from '#server/automation/api-keys.ts';
import { sessionOfKey } from '#server/platform/http/session-of-key.ts';
import { revokeKeys } from '#server/company/end-powers.ts';
import { recordChange } from '#server/company/account-rows.ts';
import { manageMembers } from '#server/company/members.ts';
import { requireMembership } from '#server/company/own-account.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countRows } from '#server/platform/database/page.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { noteSecurity } from '#server/platform/telemetry/note-security.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

/** What tells the sockets of a session that it is over, here and in other processes. */
export type SessionEnds = {
  notify(db: Db, sessionIds: readonly string[]): Promise<void>;
  announce(sessionIds: readonly string[]): void;
};

const DAY_MS = 24 * 60 * 60_000;
const HINT_LENGTH = 8;

/** A company's owners make keys and end them; every member sees which there are (decision 50). */
export const apiKeyOperations = (ends: SessionEnds): Operation[] => [
  operation(listApiKeys, ({ db, caller, params, nowMs }) =>
    findKeys(db, requireMembership(caller, params.id).id, nowMs),
  ),
  operation(listApiKeyActs, async ({ db, caller, params }) => {
    const accountId = requireMembership(caller, params.id).id;
    const key = sql`from api_key where id = ${params.keyId} and account_id = ${accountId}`;
    if ((await countRows(db, key)) === 0) throw new Refused('not_found');
    return findActs(db, params.keyId);
  }),
  operation(makeApiKey, make),
  operation(revokeApiKey, (call) => revoke(call, ends)),
];

async function make({ db, caller, params, body, nowMs }: Call<typeof makeApiKey>) {
  const { account, members } = await manageMembers(db, caller, params.id);
  const name = body.name.trim();
  refuseFields({ name: judgeApiKeyName(name) });
  const before = await findKeys(db, params.id, nowMs);
  if (before.filter(({ state }) => state === 'works').length >= API_KEYS_MAX) throw new Refused('too_many_api_keys');
  const key = API_KEY_PREFIX + randomBytes(32).toString('base64url');
  await db
    .insertInto('api_key')
    .values({
      id: randomUUID(),
      account_id: params.id,
      user_id: caller.userId,
      name,
      role: body.role,
      token_hash: sha256(key),
      hint: key.slice(0, HINT_LENGTH),
      expires_at: new Date(nowMs + body.days * DAY_MS),
    })
    .execute();
  const changes = [{ field: name, before: '', after: body.role }];
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'api_key_made', changes });
  noteSecurity('api_key_made', { userId: caller.userId });
  // So that they revoke a key that none of them knows of.
  await mailOwners(db, members, {
    write: (language, { words }) => {
      const company = companyNameOf(language, account);
      return {
        subject: words('automationMail.keyMade.subject', { company }),
        body: words('automationMail.keyMade.body', { company, name, maker: caller.username }),
      };
    },
  });
  return { key, keys: await findKeys(db, params.id, nowMs) };
}

async function revoke({ db, caller, params, nowMs, afterCommit }: Call<typeof revokeApiKey>, ends: SessionEnds) {
  await manageMembers(db, caller, params.id);
  const key = sql`id = ${params.keyId} and account_id = ${params.id}`;
  if ((await revokeKeys(db, key, caller.userId)).length === 0) throw new Refused('not_found');
  const sessions = [sessionOfKey(params.keyId)];
  await ends.notify(db, sessions);
  afterCommit(() => ends.announce(sessions));
  return findKeys(db, params.id, nowMs);
}
