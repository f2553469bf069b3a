import { startTemplate } from '#testing/world/template.ts';

/** One real PostgreSQL with a migrated template for all stories; each worker serves its own copy of it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { urlOf, stop } = await startTemplate();
  process.env['E2E_DATABASE'] = urlOf;
  return stop;
}
