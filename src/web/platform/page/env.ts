import type { Env } from '#contract/basics/env.ts';

/**
 * The settings of this deployment, fetched once before the first screen. The bundle contains none of them
 * (docs/rules.md#configuration).
 */
let loaded: Env | undefined;

/** Loads the settings of this deployment. Called once, before the application renders. */
export async function loadEnv(): Promise<Env> {
  const answer = await fetch('/env', { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`/env answered ${answer.status}`);
  loaded = (await answer.json()) as Env;
  return loaded;
}

/**
 * Returns the settings of this deployment.
 * @throws Error if they are not loaded yet
 */
export function env(): Env {
  if (!loaded) throw new Error('The configuration is read before it was loaded');
  return loaded;
}
