import { readFile } from 'node:fs/promises';
import { Agent, request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/database.ts';
import { withoutNames, type ApiDocument } from '#testing/readers/read-api-document.ts';
import { createChance, type Chance } from '#testing/world/chance.ts';
import { startPostgres } from '#testing/world/postgres.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { fuzzBelowHttp } from './below-http.ts';
import { faultOf, judge, namesOfColumns, type Fault, type SomeAnswer } from './judge.ts';
import { OAUTH } from './oauth.ts';
import { operationsIn, someRequest, type Described, type Document, type SomeRequest } from './some-request.ts';
import { prepareStage, PUBLIC_URL, type Asker, type Stage } from './stage.ts';

export type FuzzOptions = { readonly requests: number; readonly seed: number };

export type FuzzReport = FuzzOptions & {
  readonly operations: number;
  /** Number of answers by status; 0 is a connection that was closed. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly faults: readonly Fault[];
  readonly faultCount: number;
  /** The faults found with broken requests and with random data on sockets of the hub. */
  readonly below: readonly string[];
  readonly slowestMs: number;
  readonly slowest: string;
  /** Memory of the server process in megabytes: after a tenth of the run, and at the end. */
  readonly memory: readonly number[];
  readonly isHealthy: boolean;
  /** The lines of the server's log about its own unexpected errors. */
  readonly errors: readonly string[];
  readonly log: string;
  readonly seconds: number;
};

const LOG_KEPT = 20_000;
const AT_ONCE = 16;
const FAULTS_KEPT = 20;
const RENEW_EVERY = 1_000;
const IDS_KEPT = 300;
const IDS_OF_ONE = 5;
const PATIENCE_MS = 30_000;
const SEEDS_APART = 1_000_003;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** Starts a server process and a PostgreSQL for this run, sends the requests, and returns what went wrong. */
export async function runFuzz(wish: FuzzOptions): Promise<FuzzReport> {
  const postgres = await startPostgres({ isInMemory: true });
  const database = await openDatabase({ url: postgres.url('postgres') });
  const stage = await prepareStage(database);
  const settings = {
    DATABASE_URL: postgres.url('postgres'),
    PUBLIC_URL,
    TRUST_PROXY: '127.0.0.1',
    FLAG_MARKETPLACE: 'on',
  };
  let log = '';
  const server = await startServer({ ...settings, NODE_ENV: 'development' }, (text) => {
    log += text;
  });
  try {
    const report = await fuzz(server, stage, wish);
    const errors = log.split('\n').filter((line) => /"level":"(?:error|fatal)"/.test(line));
    return { ...report, errors, log: log.slice(0, LOG_KEPT) };
  } finally {
    await server.kill();
    await database.close();
    await postgres.stop();
  }
}

async function fuzz(
  server: ServerProcess,
  stage: Stage,
  wish: FuzzOptions,
): Promise<Omit<FuzzReport, 'log' | 'errors'>> {
  const startedAt = performance.now();
  const operations = await everyOperation(server.baseUrl);
  const columns = namesOfColumns(await readFile(new URL('../../schema.sql', import.meta.url), 'utf8'));
  const notes = takeNotes(columns);
  const memory: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < wish.requests) {
      const at = next++;
      if (at % RENEW_EVERY === RENEW_EVERY - 1) await stage.renew();
      if (at === Math.floor(wish.requests / 10)) memory.push(await megabytesOf(server.pid));
      const chance = createChance(wish.seed * SEEDS_APART + at);
      const operation = chance.one(operations);
      const who = someAsker(operation, stage, chance);
      const some = (by: Chance): string => by.one(by.happens(0.5) || notes.ids.length === 0 ? stage.ids : notes.ids);
      const request = someRequest(operation, chance, { some });
      const askedAt = performance.now();
      const answer = await ask(server.baseUrl, request, { who, address: addressOf(at) });
      notes.add({ who: who.name, request, answer, tookMs: performance.now() - askedAt });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const below = await fuzzBelowHttp(server.baseUrl, stage, {
    ...wish,
    sockets: Math.ceil(wish.requests / 50),
    columns,
  });
  const isHealthy = await isWell(server.baseUrl, stage);
  memory.push(await megabytesOf(server.pid));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return {
    ...wish,
    operations: operations.length,
    ...notes.seen,
    below,
    memory,
    isHealthy,
    seconds,
  };
}

type FuzzCall = {
  readonly who: string;
  readonly request: SomeRequest;
  readonly answer: SomeAnswer;
  readonly tookMs: number;
};

/** Collects data from the answers: counts, findings, and ids for later requests. */
function takeNotes(columns: RegExp) {
  const ids: string[] = [];
  const seen = {
    statuses: {} as Record<string, number>,
    faults: [] as Fault[],
    faultCount: 0,
    slowestMs: 0,
    slowest: '',
  };
  const add = ({ who, request, answer, tookMs }: FuzzCall): void => {
    if (tookMs > seen.slowestMs)
      Object.assign(seen, {
        slowestMs: Math.round(tookMs),
        slowest: `${request.method} ${request.path.slice(0, 100)}`,
      });
    seen.statuses[answer.status] = (seen.statuses[answer.status] ?? 0) + 1;
    if (answer.status === 200) ids.push(...(answer.text.match(UUID) ?? []).slice(0, IDS_OF_ONE));
    ids.splice(0, Math.max(0, ids.length - IDS_KEPT));
    const why = judge(answer, columns);
    if (why === undefined) return;
    seen.faultCount += 1;
    if (seen.faults.length < FAULTS_KEPT) seen.faults.push(faultOf(why, who, request, answer));
  };
  return { ids, seen, add };
}

/** Returns the operations of the auction API and of the identity service. */
async function everyOperation(baseUrl: string): Promise<Described[]> {
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as ApiDocument;
  return [...operationsIn(withoutNames(document, document.components.schemas) as Document), ...OAUTH];
}

/**
 * Chooses a caller. Most callers have a role that may use the operation, because a request that is refused tests little
 * code.
 */
function someAsker({ path }: Described, { askers }: Stage, chance: Chance): Asker {
  if (chance.happens(0.15)) return chance.one(askers);
  const isForAdmins = /\/(admin|templates)\b/.test(path);
  return chance.one(askers.filter(({ name }) => name !== 'nobody' && (name === 'admin') === isForAdmins));
}

/**
 * Returns the address of the request with this number. Requests are limited by address, so each address sends only a
 * few.
 */
const addressOf = (at: number): string => `10.${(at >> 12) & 255}.${(at >> 4) & 255}.${at & 15}`;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function ask(
  baseUrl: string,
  { method, path, headers, body }: SomeRequest,
  by: { who: Asker; address: string },
): Promise<SomeAnswer> {
  const { promise, resolve } = Promise.withResolvers<SomeAnswer>();
  const options = {
    agent,
    method,
    timeout: PATIENCE_MS,
    headers: {
      ...(by.who.token && { authorization: `Bearer ${by.who.token}` }),
      'x-forwarded-for': by.address,
      ...headers,
      ...(body && { 'content-length': body.length }),
    },
  };
  const failed = (error: Error): void => resolve({ status: 0, headers: {}, text: error.message });
  const outgoing = send(baseUrl, { ...options, path: encodeURI(path).replaceAll('%25', '%') }, (reply) => {
    const chunks: Buffer[] = [];
    reply.on('data', (chunk: Buffer) => void chunks.push(chunk));
    reply.on('error', failed);
    reply.on('end', () =>
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(chunks).toString() }),
    );
  });
  outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 30 seconds')));
  outgoing.on('error', failed);
  outgoing.end(body);
  return promise;
}

/** Returns whether, soon after the last request, the server is ready and answers each caller's valid request. */
async function isWell(baseUrl: string, stage: Stage): Promise<boolean> {
  await stage.renew();
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(1_000))
    if (await isWellNow(baseUrl, stage)) return true;
  return false;
}

async function isWellNow(baseUrl: string, { askers }: Stage): Promise<boolean> {
  const statuses = [(await fetch(`${baseUrl}/health/ready`)).status];
  for (const { token } of askers.filter((one) => one.token))
    statuses.push(
      (await fetch(`${baseUrl}/auction-api/profile`, { headers: { authorization: `Bearer ${token}` } })).status,
    );
  return statuses.every((status) => status === 200);
}

async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

const MEGABYTES_MAX = 1_200;

/** Returns everything that is wrong: nothing if each request was answered correctly, and the server works as before. */
export const faultsIn = ({ faults, below, errors, isHealthy, memory }: FuzzReport): string[] => [
  ...faults.map((fault) => JSON.stringify(fault)),
  ...below,
  ...errors,
  ...(isHealthy ? [] : ['the server does not answer each caller after the run']),
  ...memory.filter((size) => size >= MEGABYTES_MAX).map((size) => `the server's memory has ${size} MB`),
];
