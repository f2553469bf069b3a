import type { TestProject } from 'vitest/node';
import { startTemplate } from '#testing/world/template.ts';

/** Starts, once for all test files, a real PostgreSQL with a migrated database to copy from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Load tests measure, so they wait for the disk as in production.
  const { urlOf, stop } = await startTemplate({ isInMemory: project.name !== 'server-load' });
  project.provide('database', { kind: 'postgres', urlOf });
  return stop;
}
