import { env } from '#web/platform/page/env.ts';

/**
 * All that the browser stores (docs/rules.md#browser-storage), and for how long: in the browser until it is removed, or
 * in the tab until the tab is closed. The keys contain the variant, so that two brands on one origin do not share
 * values. They also contain a version: a changed value format gets a new version. The router also stores scroll
 * positions in the tab. Only the identity service sets cookies (decision 83).
 */
const KEPT = {
  // The session, with the person's role and accounts. Removed when it ends.
  tokens: 'browser',
  profile: 'browser',
  // Settings of this browser, for all its users.
  language: 'browser',
  theme: 'browser',
  layoutView: 'browser',
  sidebar: 'browser',
  pageSize: 'browser',
  hiddenColumns: 'browser',
  letterKeys: 'browser',
  device: 'browser',
  // Data of one person. Only that person reads it.
  codeMethods: 'browser',
  savedViews: 'browser',
  registration: 'browser',
  typed: 'tab',
  // Short-lived states of something in progress.
  signIn: 'tab',
  signUp: 'tab',
  reloadedAt: 'tab',
} as const satisfies Record<string, 'browser' | 'tab'>;
type StorageName = keyof typeof KEPT;

const VERSION = 'v1';
const prefix = (): string => `${env().variant}.greenlot.`;
/** Returns the key under which a value is stored. It contains a version, so that old formats are not read. */
export const storageKey = (name: StorageName): string => `${prefix()}${VERSION}.${name}`;

const storageOf = (name: StorageName): Storage => (KEPT[name] === 'tab' ? sessionStorage : localStorage);

/** The fallback if the browser's storage is full or forbidden: values live as long as the page. */
const besides = new Map<string, string>();

/** Returns the stored text; a copy in memory is used if the browser refuses to store. */
function textOf(name: StorageName): string | null {
  const key = storageKey(name);
  return besides.get(key) ?? storageOf(name).getItem(key);
}

/** Returns a stored value; undefined if it is missing or has another format. */
export function readStored<Value>(name: StorageName, isValue: (value: unknown) => value is Value): Value | undefined {
  try {
    const value: unknown = JSON.parse(textOf(name) ?? 'null');
    return isValue(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON; undefined removes it. Never fails. */
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

/** Removes values of other versions, because nothing reads them. */
export function removeOtherVersions(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key.startsWith(prefix()) && !key.startsWith(`${prefix()}${VERSION}.`)) storage.removeItem(key);
  } catch {
    // Storage is forbidden, so there are no old values.
  }
}

/** Calls `listener` when another tab has changed the value. Returns a function that stops this. */
export function onStoredElsewhere(name: StorageName, listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === storageKey(name) || event.key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
