import { env } from '#web/platform/page/env.ts';

/**
 * All that the browser keeps (docs/rules.md#browser-storage), by how long: in the browser until something takes it
 * away, or in the tab until that is closed. The keys carry the variant, so that two brands on one origin don't share
 * it, and a version: a value of another shape gets a new one. Beside these the router keeps in the tab how far pages
 * were scrolled; cookies are the identity service's alone (decision 42).
 */
const KEPT = {
  // The session, with the person's role and accounts: gone with it.
  tokens: 'browser',
  profile: 'browser',
  // How this browser is set up, whoever uses it.
  language: 'browser',
  theme: 'browser',
  layoutView: 'browser',
  sidebar: 'browser',
  pageSize: 'browser',
  hiddenColumns: 'browser',
  letterKeys: 'browser',
  device: 'browser',
  // Somebody's own: read for that person alone.
  codeMethods: 'browser',
  savedViews: 'browser',
  registration: 'browser',
  typed: 'tab',
  // Under way, and over in a moment.
  signIn: 'tab',
  signUp: 'tab',
  reloadedAt: 'tab',
} as const satisfies Record<string, 'browser' | 'tab'>;
type StorageName = keyof typeof KEPT;

const VERSION = 'v1';
const prefix = (): string => `${env().variant}.greenlot.`;
export const storageKey = (name: StorageName): string => `${prefix()}${VERSION}.${name}`;

const storageOf = (name: StorageName): Storage => (KEPT[name] === 'tab' ? sessionStorage : localStorage);

/** Where the browser's own storage is full or forbidden, the page remembers as long as it lives, and nothing breaks. */
const besides = new Map<string, string>();

function textOf(name: StorageName): string | null {
  const key = storageKey(name);
  return besides.get(key) ?? storageOf(name).getItem(key);
}

export function readStored<Value>(name: StorageName, isValue: (value: unknown) => value is Value): Value | undefined {
  try {
    const value: unknown = JSON.parse(textOf(name) ?? 'null');
    return isValue(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: StorageName, value: unknown): void {
  const key = storageKey(name);
  besides.delete(key);
  try {
    if (value === undefined) storageOf(name).removeItem(key);
    else storageOf(name).setItem(key, JSON.stringify(value));
  } catch {
    if (value !== undefined) besides.set(key, JSON.stringify(value));
  }
}

/** Values of other versions are read by nobody: they aren't left lying about either. */
export function forgetOtherVersions(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key.startsWith(prefix()) && !key.startsWith(`${prefix()}${VERSION}.`)) storage.removeItem(key);
  } catch {
    // Forbidden: then there are none.
  }
}

/** Calls back when another tab changed the value. */
export function onStoredElsewhere(name: StorageName, listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === storageKey(name) || event.key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
