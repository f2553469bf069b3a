import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { API_BASE } from '#server/platform/config/config.ts';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { auctionRows } from '#testing/permissions/auction-rows.ts';
import { certificateRows } from '#testing/permissions/certificate-rows.ts';
import { invoiceRows } from '#testing/permissions/invoice-rows.ts';
import { claimRows } from '#testing/permissions/claim-rows.ts';
import { approvalRows } from '#testing/permissions/approval-rows.ts';
import { importRows } from '#testing/permissions/import-rows.ts';
import { companyRows, lastRows } from '#testing/permissions/company-rows.ts';
import { marketRows } from '#testing/permissions/market-rows.ts';
import { programRows } from '#testing/permissions/program-rows.ts';
import { otherRows } from '#testing/permissions/other-rows.ts';
import { countStatements } from '#testing/readers/count-statements.ts';
import { isAlike, timeBoth } from '#testing/permissions/hidden-in-time.ts';
import type { Row, Rows } from '#testing/permissions/row.ts';
import { missing, WHO, type Place, type Scene, type Stage, type Who } from '#testing/permissions/stage.ts';

/** This file sends every operation as every caller for every object, and returns all answers (decision 43). */

const ROWS: Rows = {
  ...otherRows,
  ...companyRows,
  ...claimRows,
  ...invoiceRows,
  ...marketRows,
  ...programRows,
  ...certificateRows,
  ...importRows,
  ...approvalRows,
  ...auctionRows,
  ...lastRows,
};
const DASH = ' – ';

type Operation = { readonly name: string; readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'; readonly path: string };
/**
 * The answer to one caller for one object: its code, its other contents, and the number of database statements. `whole`
 * leaves out contents that depend on time or chance.
 */
type CallOutcome = { readonly code: string; readonly whole: string; readonly statements: number };
export type Line = { readonly name: string; readonly places: readonly string[]; readonly codes: Codes };
type Codes = Readonly<Record<Who, readonly string[]>>;

/** Returns every operation of the contract, as the server's own description lists them. */
async function operationsOf({ w }: Pick<Stage, 'w'>): Promise<Operation[]> {
  const paths = await readPaths(w);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((key) => {
      const method = key.toUpperCase() as Operation['method'];
      return { name: `${method} ${path}`, method, path };
    }),
  );
}

/** Returns the rows of an operation. Only a list may have no row, because it needs no object. */
function rowsOf({ name, method, path }: Operation): [name: string, row: Row][] {
  const rows = Object.entries(ROWS).filter(([key]) => key === name || key.startsWith(name + DASH));
  if (rows.length > 0) return rows;
  if (method !== 'GET' || path.includes('{')) throw new Error(`add a request for ${name} to src/testing/permissions`);
  return [[name, {}]];
}

/** Returns the complete table, in the order in which the rows are sent. */
export async function askEverything(stage: Stage): Promise<Line[]> {
  const operations = await operationsOf(stage);
  const asked = operations.flatMap((operation) =>
    rowsOf(operation).map(([name, row]) => ({ operation, name, row, isLast: name in lastRows })),
  );
  const names = new Set(asked.map(({ name }) => name));
  expect(Object.keys(ROWS).filter((name) => !names.has(name))).toEqual([]);
  const lines: Line[] = [];
  for (const { operation, name, row } of asked.toSorted((a, b) => Number(a.isLast) - Number(b.isLast)))
    lines.push({ name, places: row.places ?? [], codes: await askAll(stage, operation, row) });
  return lines;
}

/** Returns the code that a caller gets for each operation with a missing object. The server may have other settings. */
export async function askForMissing(stage: CallStage, who: Who, paths: RegExp) {
  const operations = (await operationsOf(stage)).filter(({ path }) => paths.test(path));
  const codes: [name: string, code: string][] = [];
  for (const operation of operations)
    for (const [name, row] of rowsOf(operation))
      codes.push([name, (await ask(stage, operation, row, { who, scene: missing() })).code]);
  return codes;
}

/**
 * Returns the codes that each caller gets, one per place. If an object is hidden, the answer must have the same bytes
 * as for a missing object, after the same number of statements (docs/rules.md#answers).
 */
async function askAll(stage: Stage, operation: Operation, row: Row): Promise<Codes> {
  const scenes = scenesOf(stage, row);
  const places: readonly Place[] = row.places ?? ['missing'];
  const codes = Object.fromEntries(WHO.map((who) => [who, [] as string[]])) as Record<Who, string[]>;
  for (const who of WHO) {
    const none = await ask(stage, operation, row, { who, scene: missing() });
    for (const place of places) {
      const scene = place === 'missing' ? undefined : await scenes.at(place, who);
      const got = scene ? await ask(stage, operation, row, { who, scene }) : none;
      if (got.code === 'not_found')
        expect([operation.name, who, place, got.whole]).toEqual([operation.name, who, place, none.whole]);
      // The number of statements must be equal too, because the response time would reveal a difference. Not checked:
      // `mixed`, where the server finds the caller's own object first, and `admin`, from whom nothing is hidden.
      if (got.code === 'not_found' && place !== 'mixed' && who !== 'admin')
        expect([operation.name, who, place, got.statements]).toEqual([operation.name, who, place, none.statements]);
      if (got.code === 'not_found' && place !== 'mixed' && scene && who === 'stranger') {
        const askFor = (about: Scene) => ask(stage, operation, row, { who, scene: about });
        const inTime = await timeBoth(
          () => askFor(scene),
          () => askFor(missing()),
        );
        expect([operation.name, place, inTime]).toEqual([operation.name, place, expect.toSatisfy(isAlike)]);
      }
      if (got.code === 'Success' && operation.method !== 'GET') scenes.forget();
      codes[who].push(got.code);
    }
  }
  return codes;
}

/** Returns the scenes of a row. A scene is used again until a call changes it. Scenes for `barred` are separate. */
function scenesOf(stage: Stage, row: Row) {
  const made = new Map<string, Scene>();
  const at = async (place: Place, who: Who): Promise<Scene> => {
    if (place === 'mixed') {
      const [own, other] = [await at(row.places?.[0] ?? 'own', who), await at('foreign', who)];
      return { ...own, ...Object.fromEntries((row.parts ?? []).map((part) => [part, other[part]])) };
    }
    const key = `${place} ${who === 'barred'}`;
    const scene = made.get(key) ?? (await (row.setUp ?? nothing)(stage, place, who));
    made.set(key, scene);
    return scene;
  };
  return { at, forget: () => made.clear() };
}
const nothing = async () => missing();

type CallStage = Pick<Stage, 'w' | 'people' | 'png'>;
type CallName = Pick<Operation, 'method' | 'path'>;
type MatrixCell = { readonly who: Who; readonly scene: Scene; readonly body?: object };

async function ask(stage: CallStage, operation: Operation, row: Row, cell: MatrixCell): Promise<CallOutcome> {
  const { done: reply, statements } = await countStatements(() => request(stage, operation, row, cell));
  const isFile = reply.headers['content-disposition'] !== undefined;
  const code = isFile ? 'Success' : reply.json<{ code: string }>().code;
  return { code, statements, whole: JSON.stringify([reply.statusCode, sameAlways(reply.headers), reply.body]) };
}

/** Sends a call with the request of its row. */
async function request(stage: CallStage, { method, path }: CallName, row: Row, { who, scene, body }: MatrixCell) {
  const person = who === 'nobody' ? undefined : stage.people[who];
  const own = person ?? { userId: randomUUID(), accountId: randomUUID() };
  const token = scene.text || 'unknown';
  const texts: Readonly<Record<string, string>> = { ...scene, id: scene[row.id ?? 'id'], token, ...row.params };
  const form = row.form && new Response(row.form(stage));
  const payload = form ? Buffer.from(await form.arrayBuffer()) : (body ?? row.body?.(scene, own, stage));
  return stage.w.app.inject({
    method,
    url:
      API_BASE +
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? '') +
      (row.query?.(scene, own) ?? ''),
    headers: {
      'idempotency-key': randomUUID(),
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
    },
    ...(payload && { payload }),
  });
}

/** Makes a call with the request of its row, or with another body. Returns the answer. */
export async function callByRow(stage: CallStage, name: string, cell: MatrixCell) {
  const [method, path] = name.split(' ');
  const reply = await request(stage, { method, path } as CallName, ROWS[name] ?? {}, cell);
  return reply.json<{ readonly code: string; readonly data: unknown }>();
}

/** Returns the row of an operation; the first one, if it has several. */
export const rowOf = (name: string): Row => ROWS[name] ?? {};

/**
 * Returns the headers of an answer, except the time, the request's number, and the number of requests that an address
 * may still send.
 */
const sameAlways = (headers: object) =>
  Object.entries(headers).filter(([name]) => !/^(date|x-request-id|x-ratelimit-(remaining|reset))$/.test(name));
