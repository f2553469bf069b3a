import type { Env } from '#contract/basics/env.ts';

/**
 * The runtime configuration, fetched once before the first screen. None of it is built into the bundle
 * (docs/rules.md#configuration).
 */
let loaded: Env | undefined;

/** Loads the settings of this deployment. Called once, before the application is drawn. */
export async function loadEnv(): Promise<Env> {
  const answer = await fetch('/env', { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`/env answered ${answer.status}`);
  loaded = (await answer.json()) as Env;
  return loaded;
}

/**
 * Returns the runtime configuration.
 * @throws Error if it is not loaded yet
 */
export function env(): Env {
  if (!loaded) throw new Error('The configuration is read before it was loaded');
  return loaded;
}
