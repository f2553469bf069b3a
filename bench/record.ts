import { chromiumOptions } from '../playwright.config.ts';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { getRecordAsUser, listRecordKeys, readRecord } from '#contract/award/record.ts';
import { replayOf } from '#domain/record/replay.ts';
import { closeAuction } from '#server/award/close-auction.ts';
import { loadRecordKey } from '#server/award/record-key.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import { closingStore } from '#server/award/sql-closing-store.ts';
import { announceResult } from '#server/award/result-mails.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startPostgres } from '#testing/world/postgres.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { tokenFor } from '#testing/world/token.ts';
import { worldOn } from '#testing/world/world.ts';
import { browserEnv } from './browser/browser-env.ts';
import { receiptsOf } from './receipts.ts';
import type { SignText } from '#server/room/judging/sign-receipts.ts';
import { bareFigure, median, type Figure, type Length } from './figure.ts';
import { aLongAuction } from './long-auction.ts';

const LINES = 100_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const JUMPS = 200;

/**
 * Measures the record of an auction of 100,000 lines: the closing, building, verification by both programs, and replay.
 * Each is measured in clock time and in processor time.
 */
export async function* measureRecord({ repeats }: Length, length = LINES): AsyncGenerator<Figure> {
  const folder = await temporaryFolder('record');
  const file = join(folder.path, 'record.jsonl');
  const { text, keys, sign, closing, builds, waitMs } = await buildRecords(length, repeats);
  await writeFile(file, text);
  yield* figuresOf(`an auction of ${length} lines closed, its mails with receipts among it`, [closing]);
  yield* figuresOf(`its record of ${Math.round(text.length / 1_000_000)} MB built and downloaded`, builds);
  yield bareFigure('longest wait of anything else meanwhile', 'ms', waitMs);
  const verified: TimeSpent[] = [];
  for (let i = 0; i < repeats; i += 1) verified.push(await took(async () => judge(text)));
  yield* figuresOf('verified as on the command line', verified);
  const onCommandLine: TimeSpent[] = [];
  for (let i = 0; i < repeats; i += 1) onCommandLine.push(await took(() => verifyOnCommandLine(file)));
  yield bareFigure('npm run verify, by the clock', 'ms', median(onCommandLine.map(({ clockMs }) => clockMs)));
  const receipts = await writeReceipts(folder.path, text, sign);
  const inBrowser = await verifyInBrowser({ folder: join(folder.path, 'site'), file, keys, receipts, repeats });
  yield* figuresOf('verified in a browser, from the choice of the file to the verdict', inBrowser.verdicts);
  for (const { name } of receipts)
    yield* figuresOf(`receipts in a browser, ${name}`, inBrowser.receipts.get(name) ?? []);
  yield bareFigure('longest task of the page meanwhile', 'ms', inBrowser.longestTaskMs);
  yield bareFigure('a tenth of the replay by key, until the ranking stands', 'ms', inBrowser.jumpMs);
  yield bareFigure('a jump of the replay alone', 'ms', msOfJump(text));
  await folder.remove();
}

/** A duration in clock time and in processor time. Other work on the machine only affects the clock time. */
type TimeSpent = { readonly clockMs: number; readonly processorMs: number };

const ownProcessorMs = async (): Promise<number> => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

async function took(act: () => Promise<unknown>, processorMs = ownProcessorMs): Promise<TimeSpent> {
  const [startedAt, before] = [performance.now(), await processorMs()];
  await act();
  const clockMs = performance.now() - startedAt;
  return { clockMs, processorMs: (await processorMs()) - before };
}

function* figuresOf(name: string, all: readonly TimeSpent[]): Generator<Figure> {
  yield bareFigure(`${name}, by the clock`, 'ms', median(all.map(({ clockMs }) => clockMs)));
  yield bareFigure(`${name}, of a processor`, 'ms', median(all.map(({ processorMs }) => processorMs)));
}

function judge(text: string): void {
  const judged = judgeRecord(text, RECORD_PROOFS);
  if ('what' in judged) throw new Error(`line ${judged.line}: ${judged.what}`);
}

async function buildRecords(length: number, repeats: number) {
  const postgres = await startPostgres();
  const url = postgres.url('postgres');
  const database = await openDatabase({ url });
  await migrate(database);
  const { auctionId, owner } = await aLongAuction(database.db, length);
  const store = closingStore(database.db, announceResult('http://greenlot.test'));
  const closing = await took(() => closeAuction(store, auctionId));
  const w = await worldOn(database, url);
  const caller = { ...owner, token: await tokenFor(w.identity, owner.userId) };
  const { text } = await w.call(caller, getRecordAsUser, { params: { id: auctionId } });
  const keys = (await w.call(undefined, listRecordKeys)).data;
  const site = await w.app.listen({ port: 0, host: '127.0.0.1' });
  const address = site + API_BASE + getRecordAsUser.path.replace('{id}', auctionId);
  const builds: TimeSpent[] = [];
  const waits = monitorEventLoopDelay({ resolution: 1 });
  for (let i = 0; i < repeats; i += 1) {
    waits.enable();
    builds.push(await took(() => download(address, caller.token)));
    waits.disable();
  }
  const { sign } = await loadRecordKey(database.db, w.identity.secret);
  await w.end();
  await postgres.stop();
  return { text, keys, sign, closing, builds, waitMs: waits.max / 1e6 };
}

/** Reads a response without storing it, so that only the server is measured. */
async function download(address: string, token: string): Promise<void> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok || !answer.body) throw new Error(`the server answered ${answer.status}`);
  for await (const chunk of answer.body) if (chunk.length === 0) break;
}

const verifyOnCommandLine = (file: string) => promisify(execFile)(process.execPath, [`${ROOT}scripts/verify.ts`, file]);

/** A file of receipts for all bids of the record. */
type ReceiptsOf = { readonly name: string; readonly file: string; readonly count: number };

const COMMITS = [
  { name: '500 bids share a signature', size: 500 },
  { name: 'each has its own signature', size: 1 },
];

async function writeReceipts(folder: string, text: string, sign: SignText): Promise<ReceiptsOf[]> {
  const read = readRecord(text);
  if ('what' in read) throw new Error(read.what);
  const count = read.record.lines.filter(({ line }) => line.bidId !== null).length;
  const files = COMMITS.map(({ name, size }) => ({ name, size, count, file: join(folder, `receipts-${size}.json`) }));
  for (const { size, file } of files) await writeFile(file, receiptsOf(read.record, sign, size));
  return files;
}

type Site = {
  readonly folder: string;
  readonly file: string;
  readonly keys: object;
  readonly receipts: readonly ReceiptsOf[];
  readonly repeats: number;
};

async function verifyInBrowser({ folder: outDir, file, keys, receipts, repeats }: Site) {
  await build({ root: ROOT, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const server = await preview({ root: ROOT, build: { outDir }, preview: { port: 0, host: '127.0.0.1', proxy: {} } });
  const browser = await chromium.launch(chromiumOptions);
  const devTools = await browser.newBrowserCDPSession();
  /** Returns the processor time in ms of all processes that render pages. */
  const renderersMs = async (): Promise<number> => {
    const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    return renderers.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1_000;
  };
  const verdicts: TimeSpent[] = [];
  const tasks: number[] = [];
  const jumps: number[] = [];
  const judged = new Map<string, TimeSpent[]>(receipts.map(({ name }) => [name, []]));
  for (let i = 0; i < repeats; i += 1) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.route('**/env', (route) => route.fulfill({ json: browserEnv() }));
    await page.route('**/record-keys', (route) => route.fulfill({ json: { code: 'Success', data: keys } }));
    await page.goto(`${server.resolvedUrls?.local[0]}record`);
    await page.getByRole('button', { name: /^Select a record file/ }).waitFor();
    await page.evaluate(watchTasks);
    const choose = async (): Promise<void> => {
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('Record verified').waitFor({ timeout: 600_000 });
    };
    verdicts.push(await took(choose, renderersMs));
    tasks.push(await page.evaluate(() => Math.max(0, ...(window.tasks ?? []))));
    jumps.push(await msOfPageJump(page));
    for (const one of receipts) judged.get(one.name)?.push(await took(() => selectReceipts(page, one), renderersMs));
    await page.close();
  }
  await browser.close();
  await server.close();
  return { verdicts, receipts: judged, longestTaskMs: Math.max(...tasks), jumpMs: median(jumps) };
}

/** Selects a file of receipts, and waits until the page has found all of them. */
async function selectReceipts(page: Page, { file, count }: ReceiptsOf): Promise<void> {
  await page.locator('input[accept=".json"]').setInputFiles(file);
  await page
    .getByText(`All ${count.toLocaleString('en')} of your receipts are in the record`)
    .waitFor({ timeout: 600_000 });
}

declare global {
  interface Window {
    /** The durations in ms of all tasks that blocked the page for more than 50 ms. */
    tasks?: number[];
  }
}

/** Is called inside the page. */
function watchTasks(): void {
  const tasks: number[] = (window.tasks = []);
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
}

/** Presses the key that jumps back by a tenth of the record, and waits until the page shows the new position. */
async function msOfPageJump(page: Page): Promise<number> {
  const slider = page.getByRole('slider', { name: 'Replay position' });
  await slider.focus();
  const jumps: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    const before = await slider.getAttribute('aria-valuetext');
    const startedAt = performance.now();
    await page.keyboard.press('PageDown');
    await page.waitForFunction((old) => {
      const now = document.querySelector('input[type=range]')?.getAttribute('aria-valuetext');
      const seen = document.querySelector('[data-seen]')?.getAttribute('data-seen');
      return now !== old && seen === /\d+/.exec(now?.replaceAll(',', '') ?? '')?.[0];
    }, before);
    jumps.push(performance.now() - startedAt);
  }
  return median(jumps);
}

function msOfJump(text: string): number {
  const read = readRecord(text);
  if ('what' in read) throw new Error(read.what);
  const { head, lines } = read.record;
  const replay = replayOf(read.record);
  const startedAt = performance.now();
  for (let i = 0; i < JUMPS; i += 1) {
    const itemId = head.items[i % head.items.length]?.itemId;
    const seq = (i * 7_919) % lines.length;
    if (itemId) replay.rowsAt(seq, itemId);
    replay.timesAt(seq);
  }
  return (performance.now() - startedAt) / JUMPS;
}
