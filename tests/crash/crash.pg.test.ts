import { test } from 'vitest';
import { isClean } from './report.ts';
import { runCrash } from './run-crash.ts';

/**
 * The options of the short form, which continues until this many bids are acknowledged, even on a slow machine. `npm
 * run crash` runs the long form. With `--database proxied` it runs behind nginx and needs the machine for itself:
 * without enough CPU, a process answers too late for the proxy.
 */
const SHORT = { bids: 120, bidders: 20, seed: 7 };
/** The time limit, in ms. Auctions last several seconds, and a busy machine starts servers slowly. */
const PATIENCE = { timeout: 300_000 };

test.concurrent(
  'nothing acknowledged is lost, doubled or moved when servers and PostgreSQL are killed',
  PATIENCE,
  async ({ expect }) => {
    const report = await runCrash({ ...SHORT, database: 'postgres', kills: 3 });
    expect(report.acknowledged).toBeGreaterThan(100);
    expect(report.rooms).toBeGreaterThan(3);
    expect(isClean(report) || report).toBe(true);
  },
);

test.concurrent(
  'nothing acknowledged is lost with the embedded database when its process is killed',
  PATIENCE,
  async ({ expect }) => {
    const report = await runCrash({ ...SHORT, database: 'pglite', kills: 1 });
    expect(report.acknowledged).toBeGreaterThan(50);
    expect(isClean(report) || report).toBe(true);
  },
);

test.concurrent(
  'nothing acknowledged is lost when the database’s machine is lost, or falls silent, and its standby takes over',
  PATIENCE,
  async ({ expect }) => {
    const report = await runCrash({ ...SHORT, database: 'failover', kills: 2, strikes: ['machine', 'silent'] });
    expect(report.killed).toEqual({ machine: 1, silent: 1 });
    expect(report.acknowledged).toBeGreaterThan(100);
    expect(isClean(report) || report).toBe(true);
  },
);

test.concurrent('finds a server that answers before its commit', PATIENCE, async ({ expect }) => {
  const report = await runCrash({ ...SHORT, database: 'postgres', weakness: 'answer-early', kills: 2 });
  expect(report.lost).toBeGreaterThan(0);
});
