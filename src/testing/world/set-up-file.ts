import { appendFileSync } from 'node:fs';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { REFUSALS, type ToldRefusal } from '#server/platform/http/words.ts';

/**
 * Test files of a project share a process: what one of them does to the machine's clock ends with it. The clock is kept from
 * before the first file, so that no file takes over one that was moved.
 */
const shared = globalThis as { machineNow?: () => number };
const machineNow = (shared.machineNow ??= Date.now);
const restoreClock = (): void => void (Date.now = machineNow);
restoreClock();
afterAll(restoreClock);

/** Where this run gathers the refusals that were answered, for scripts/provoked-errors.ts; unset in a run of single files. */
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
  afterAll(() => void unsubscribe(REFUSALS, note));
}
