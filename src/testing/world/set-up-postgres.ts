import type { TestProject } from 'vitest/node';
import { startTemplate } from '#testing/world/template.ts';

/** Starts a real PostgreSQL with a migrated database as template, once for all test files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Load tests measure times. So their database waits for the disk, as in production.
  const { urlOf, stop } = await startTemplate({ isInMemory: project.name !== 'server-load' });
  project.provide('database', { kind: 'postgres', urlOf });
  return stop;
}
