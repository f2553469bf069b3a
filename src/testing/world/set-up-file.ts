import { appendFileSync } from 'node:fs';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { setPlatformCurrency } from '#domain/basics/currency.ts';
import { ANSWERED_ERRORS, REFUSALS, type ToldRefusal } from '#server/platform/http/words.ts';

/**
 * Test files of a project share one process, and a test may replace `Date.now`. So the original clock is saved before
 * the first file, and restored before and after each file.
 */
const shared = globalThis as { machineNow?: () => number };
const machineNow = (shared.machineNow ??= Date.now);
const restoreClock = (): void => void (Date.now = machineNow);
restoreClock();
afterAll(restoreClock);
// A server of the previous file may have had another currency.
setPlatformCurrency('USD');

/**
 * Folder in which this run collects the refusals and the calls that the server answered with an error, for scripts/provoked-errors.ts. It is
 * undefined if only single files are tested.
 */
const folder = process.env['GREENLOT_PROVOKED'];

if (folder !== undefined) {
  const known = new Set<string>();
  const note = (message: unknown): void => {
    const { code, params = {} } = message as ToldRefusal;
    const kind = [code, ...Object.keys(params).toSorted()].join(' ');
    if (known.has(kind)) return;
    known.add(kind);
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ code, params })}\n`);
  };
  subscribe(REFUSALS, note);
  const noteAnswer = (message: unknown): void => {
    const line = JSON.stringify(message);
    if (known.has(line)) return;
    known.add(line);
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
  };
  ANSWERED_ERRORS.subscribe(noteAnswer);
  afterAll(() => {
    unsubscribe(REFUSALS, note);
    ANSWERED_ERRORS.unsubscribe(noteAnswer);
  });
}
