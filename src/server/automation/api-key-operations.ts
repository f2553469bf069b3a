import { sql } from 'kysely';
import {
  listApiKeyActs,
  listApiKeys,
  listOperatorKeyActs,
  listOperatorKeys,
  makeApiKey,
  makeOperatorKey,
  revokeApiKey,
  revokeOperatorKey,
} from '#contract/company/api-key.ts';
import { COMPANY_SCOPES } from '#domain/automation/scope.ts';
import { findActs, findKeys, findOperatorKeys, insertKey } from '#server/automation/api-key-rows.ts';
import { lockOperator, mailAdmins } from '#server/automation/operator.ts';
import { mailOwners } from '#server/company/account-mails.ts';
import { recordChange } from '#server/company/account-rows.ts';
import { revokeKeys } from '#server/company/end-powers.ts';
import { manageMembers } from '#server/company/members.ts';
import { requireMembership } from '#server/company/own-account.ts';
import { companyNameOf } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countRows } from '#server/platform/database/page.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { sessionOfKey } from '#server/platform/http/session-of-key.ts';

/** Announces the end of a session to its sockets, in this process and in others. */
type SessionEnds = {
  notify(db: Db, sessionIds: readonly string[]): Promise<void>;
  announce(sessionIds: readonly string[]): void;
};

/** Operations by which a company's owners create and revoke keys. Every member sees the list (decision 50). */
export const apiKeyOperations = (ends: SessionEnds): Operation[] => [
  operation(listApiKeys, ({ db, caller, params, nowMs }) =>
    findKeys(db, requireMembership(caller, params.id).id, nowMs),
  ),
  operation(listApiKeyActs, ({ db, caller, params }) =>
    actsOf(db, requireMembership(caller, params.id).id, params.keyId),
  ),
  operation(makeApiKey, make),
  operation(revokeApiKey, async (call) => {
    const { db, caller, params, nowMs } = call;
    await manageMembers(db, caller, params.id);
    await revoke(call, ends, { accountId: params.id, keyId: params.keyId });
    return findKeys(db, params.id, nowMs);
  }),
];

/** Operations by which administrators create and revoke the operator's keys (decision 117). */
export const operatorKeyOperations = (ends: SessionEnds): Operation[] => [
  operation(listOperatorKeys, ({ db, nowMs }) => findOperatorKeys(db, nowMs)),
  operation(listOperatorKeyActs, ({ db, params }) => actsOf(db, null, params.id)),
  operation(makeOperatorKey, makeForOperator),
  operation(revokeOperatorKey, async (call) => {
    await lockOperator(call);
    await revoke(call, ends, { accountId: null, keyId: call.params.id });
    return findOperatorKeys(call.db, call.nowMs);
  }),
];

async function make({ db, caller, params, body, nowMs }: Call<typeof makeApiKey>) {
  const { account, members } = await manageMembers(db, caller, params.id);
  const name = body.name.trim();
  const { scopes = COMPANY_SCOPES } = body;
  const made = { ...body, scopes, accountId: params.id, userId: caller.userId };
  const key = await insertKey(db, made, await findKeys(db, params.id, nowMs), nowMs);
  const changes = [{ field: name, before: '', after: `${body.role}: ${scopes.join(', ')}` }];
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'api_key_made', changes });
  // All owners get an email, so that they can revoke a key that no owner knows.
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

async function makeForOperator(call: Call<typeof makeOperatorKey>) {
  const { db, caller, body, nowMs } = call;
  await lockOperator(call);
  const made = { ...body, accountId: null, userId: caller.userId, role: 'admin' } as const;
  const key = await insertKey(db, made, await findOperatorKeys(db, nowMs), nowMs);
  await mailAdmins(db, (_, { words }) => ({
    subject: words('automationMail.operatorKeyMade.subject'),
    body: words('automationMail.operatorKeyMade.body', {
      name: body.name.trim(),
      maker: caller.username,
      scopes: body.scopes.join(', '),
    }),
  }));
  return { key, keys: await findOperatorKeys(db, nowMs) };
}

type KeyOf = { readonly accountId: string | null; readonly keyId: string };

/** SQL: this key, if it belongs to this company, or to the operator. */
const keyOf = ({ accountId, keyId }: KeyOf) =>
  sql`id = ${keyId} and account_id is not distinct from ${accountId}::uuid`;

async function actsOf(db: Db, accountId: string | null, keyId: string) {
  if ((await countRows(db, sql`from api_key where ${keyOf({ accountId, keyId })}`)) === 0)
    throw new Refused('not_found');
  return findActs(db, keyId);
}

async function revoke(
  { db, caller, afterCommit }: Pick<Call, 'db' | 'caller' | 'afterCommit'>,
  ends: SessionEnds,
  key: KeyOf,
) {
  if ((await revokeKeys(db, keyOf(key), caller.userId)).length === 0) throw new Refused('not_found');
  const sessions = [sessionOfKey(key.keyId)];
  await ends.notify(db, sessions);
  afterCommit(() => ends.announce(sessions));
}
