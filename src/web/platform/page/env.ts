import type { Env } from '#contract/basics/env.ts';
import { setPlatformCurrency } from '#domain/basics/currency.ts';
import { createStore } from '#web/platform/storage/store.ts';

/**
 * The settings of this deployment, fetched before the first screen. The bundle contains none of them
 * (docs/rules.md#configuration).
 */
export const envStore = createStore<Env | undefined>(undefined);

/** The number of requests, so that the newest one wins. */
let requests = 0;

/** Loads the settings of this deployment before the application renders, and after an owner has changed them. */
export async function loadEnv(): Promise<Env> {
  const number = (requests += 1);
  const answer = await fetch('/env', { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`/env answered ${answer.status}`);
  const loaded = (await answer.json()) as Env;
  // The answer to an older request may come later.
  if (number === requests) {
    setPlatformCurrency(loaded.currency);
    envStore.set(loaded);
  }
  return loaded;
}

/**
 * Returns the settings of this deployment.
 * @throws Error if they are not loaded yet
 */
export function env(): Env {
  const loaded = envStore.get();
  if (!loaded) throw new Error('The configuration is read before it was loaded');
  return loaded;
}
