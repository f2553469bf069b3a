import type { TestProject } from 'vitest/node';
import { startTemplate } from '#testing/world/template.ts';

/** Once for all test files: a real PostgreSQL with a migrated database to copy from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What measures waits for the disk as it would in production.
  const { urlOf, stop } = await startTemplate({ isInMemory: project.name !== 'server-load' });
  project.provide('database', { kind: 'postgres', urlOf });
  return stop;
}
