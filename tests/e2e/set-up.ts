import { startTemplate } from '#testing/world/template.ts';

/** Starts one real PostgreSQL with a migrated template for all stories. Each worker uses its own copy. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { urlOf, stop } = await startTemplate();
  process.env['E2E_DATABASE'] = urlOf;
  return stop;
}
