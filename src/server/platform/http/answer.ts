import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { CONFIRMATION_HEADER } from '#contract/basics/confirmation.ts';
import { downloadSchema, fileSchema, type DownloadReply, type FileReply } from '#contract/basics/file.ts';
import { addressOf } from '#server/platform/http/address-of.ts';
import type { ApprovalGate } from '#server/platform/http/approval-gate.ts';
import { actorOf, beginAct, type Columns } from '#server/platform/http/audit.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { findCaller, identify, type CallerParts } from '#server/platform/http/find-caller.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import { withoutTimeLimit, type Db } from '#server/platform/database/database.ts';
import type { Read } from '#server/platform/database/replica.ts';
import { readFingerprint } from '#server/platform/http/fingerprint.ts';
import type { UserQueues } from '#server/platform/http/user-queues.ts';
import type { Call, InTransaction, Operation } from '#server/platform/http/operation.ts';
import { isStorable } from '#server/platform/http/is-storable.ts';
import { sendDownload, sendFile } from '#server/platform/http/send-file.ts';
import { fieldsOfIssues } from '#server/platform/http/refused-input.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { timeZonesOf, type TimeZoneParts } from '#server/platform/http/time-zone.ts';
import { languageFor } from '#server/platform/http/language-for.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

export type AnswerParts = TimeZoneParts &
  CallerParts & {
    readonly db: Db;
    /** Runs the handlers that only read. Undefined: they run on `db`. */
    readonly read?: Read;
    readonly clock: Clock;
    /** Holds back acts that another administrator must approve. */
    readonly holdForApproval?: ApprovalGate;
  };

/**
 * Returns the handler of an operation. All operations have the same steps: caller, role, input, transaction,
 * idempotency key, handler, reply check, commit, tasks after the commit, reply. `http.ts` turns errors into replies.
 */
export function answer(operation: Operation, parts: AnswerParts, ownTurns: UserQueues) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const beganAtMs = performance.now();
    const caller = await findCaller(operation, parts, request, reply);
    const input = parseInput(operation, request);
    const tasks: (() => void)[] = [];
    const call = {
      ...input,
      caller,
      nowMs: parts.clock.nowMs(),
      beganAtMs,
      key: readKey(operation, request),
      language: languageFor(input.query, request.headers['accept-language']),
      ...timeZonesOf(request.headers['accept-timezone'], parts),
      address: addressOf(request),
      fingerprint: readFingerprint(request.headers),
      confirmation: readConfirmation(request),
      afterCommit: (task: () => void) => void tasks.push(task),
    };
    const data = await inOwnTurn(ownTurns, operation, caller, () => runHandler(operation, parts, call));
    // A file takes long to make. Meanwhile the caller may have lost the right to it.
    if (operation.route.reply === fileSchema) await identify(operation, parts, request);
    for (const task of tasks) task();
    if (operation.route.reply === fileSchema) await sendFile(reply, data as FileReply);
    else if (operation.route.reply === downloadSchema) await sendDownload(reply, data as DownloadReply);
    else await reply.send({ code: 'Success', data });
  };
}

/** Makes one file per person at a time. Files take long to make, and nobody waits for another person's file. */
const inOwnTurn = (
  ownTurns: UserQueues,
  { route }: Operation,
  { userId }: Caller,
  work: () => Promise<unknown>,
): Promise<unknown> => {
  if (route.reply !== fileSchema) return work();
  const make = () => withoutTimeLimit(work);
  return route.access === 'open' ? make() : ownTurns(userId, make);
};

function parseInput(operation: Operation, request: FastifyRequest) {
  const params = z.safeParse(operation.route.params, request.params ?? {});
  // A malformed id gets the same reply as an unknown id (docs/rules.md#answers: hidden equals missing).
  if (!params.success) throw new Refused('not_found');
  const given = { query: withoutEmpty(request.query ?? {}), body: request.body ?? {} };
  const query = z.safeParse(operation.route.query, given.query);
  const body = z.safeParse(operation.route.body, given.body);
  if (body.error) refuseDisagreement(body.error);
  if (!query.success || !body.success) {
    const fields = {
      ...fieldsOfIssues(query.error?.issues ?? [], given.query),
      ...fieldsOfIssues(body.error?.issues ?? [], given.body),
    };
    throw new Refused('invalid_request', undefined, fields);
  }
  if (!isStorable([query.data, body.data])) throw new Refused('invalid_request');
  return { params: params.data, query: query.data, body: body.data };
}

/** Treats a parameter with an empty value as absent, because forms send all their fields. */
const withoutEmpty = (query: object): object =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** Refuses a field with different values under its own name and its reply name (contract/basics/from-reply.ts). */
function refuseDisagreement({ issues }: z.core.$ZodError): void {
  for (const issue of issues) {
    const place: unknown = issue.code === 'custom' ? issue.params?.['place'] : undefined;
    if (typeof place !== 'string') continue;
    const params = { field: String(issue.path.at(-1)), place };
    refuseFields({ [issue.path.join('.')]: { code: 'fields_disagree', params } });
  }
}

const KEY_SHAPE = /^[\w-]{8,64}$/;

function readKey({ route }: Operation, request: FastifyRequest): string {
  if (route.idempotencyKey === null) return '';
  const key = request.headers['idempotency-key'];
  if (!key && route.idempotencyKey === 'optional') return '';
  if (typeof key !== 'string' || !KEY_SHAPE.test(key)) throw new Refused('idempotency_key_required');
  return key;
}

function readConfirmation({ headers }: FastifyRequest): string {
  const header = headers[CONFIRMATION_HEADER];
  return typeof header === 'string' ? header : '';
}

async function runHandler(
  operation: Operation,
  { db, read = (work) => work(db), holdForApproval }: Pick<AnswerParts, 'db' | 'read' | 'holdForApproval'>,
  call: Omit<Call, 'db' | 'inTransaction'>,
): Promise<unknown> {
  // A reply that breaks the contract is our bug. The exception rolls the transaction back.
  const handle = async (own: Db, inTransaction: InTransaction) =>
    z.parse(operation.route.reply, await operation.handle({ ...call, db: own, inTransaction }));
  const recorded: InTransaction = (work) =>
    db.transaction().execute(async (transaction) => {
      await record(transaction, operation, call);
      return work(transaction);
    });
  if (operation.route.method === 'GET') return read((own) => handle(own, recorded));
  const held = operation.route.access === 'admin' && (await holdForApproval?.(db, operation, call));
  if (held) return noteByKey(db, operation, call).then(() => Promise.reject(held));
  if (operation.ownTransactions) {
    const reply = await handle(db, recorded);
    await noteByKey(db, operation, call);
    return reply;
  }
  const run = async (transaction: Db) => {
    await record(transaction, operation, call);
    await noteByKey(transaction, operation, call);
    return handle(transaction, (work) => work(transaction));
  };
  return db
    .transaction()
    .execute((transaction) =>
      call.key === '' ? run(transaction) : runOnce(transaction, operation, call, () => run(transaction)),
    );
}

/** Writes the audit line of a change by an administrator. The line outlives the changed rows (decision 44). */
async function record(db: Db, { route }: Operation, call: Omit<Call, 'db' | 'inTransaction'>): Promise<void> {
  if (route.access !== 'admin') return;
  const { params, body } = call;
  await beginAct(db, actorOf(call), {
    action: `${route.method} ${route.path}`,
    subject: params as Columns,
    detail: body,
  });
}

/** Records each change made with an API key (decision 50). */
async function noteByKey(db: Db, { route }: Operation, call: Omit<Call, 'db' | 'inTransaction'>): Promise<void> {
  const { caller, params, address } = call;
  if (caller.apiKeyId === undefined || route.method === 'GET') return;
  await sql`
    insert into api_key_act (api_key_id, action, subject, address)
    values (${caller.apiKeyId}, ${`${route.method} ${route.path}`}, ${JSON.stringify(params)}::jsonb, ${address})`.execute(
    db,
  );
}

/** Runs a call once per key. A repeated call gets the first reply. The same key with other input is refused. */
async function runOnce(
  db: Db,
  operation: Operation,
  call: Omit<Call, 'db' | 'inTransaction'>,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const requestHash = hashOf([operation.route.method, operation.route.path, call.params, call.body]);
  const { rows } = await sql<{ key: string }>`
    insert into idempotent_request (user_id, key, request_hash, reply)
    values (${call.caller.userId}, ${call.key}, ${requestHash}, 'null')
    on conflict do nothing returning key`.execute(db);
  if (rows.length > 0) {
    const reply = await run();
    await sql`
      update idempotent_request set reply = ${JSON.stringify(reply)}::jsonb
      where user_id = ${call.caller.userId} and key = ${call.key}`.execute(db);
    return reply;
  }
  const first = await sql<{ request_hash: string; reply: unknown }>`
    select request_hash, reply from idempotent_request
    where user_id = ${call.caller.userId} and key = ${call.key}`.execute(db);
  const known = first.rows[0];
  if (known?.request_hash !== requestHash) throw new Refused('idempotency_key_reused');
  return known.reply;
}

export const hashOf = (value: unknown): string => sha256(JSON.stringify(value));
