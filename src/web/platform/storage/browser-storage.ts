import { env } from '#web/platform/page/env.ts';

/**
 * Lists all that the browser stores (docs/rules.md#browser-storage). A value stays in the browser until it is removed,
 * or in the tab until the tab is closed. Each key contains the variant, so two brands on one origin do not share
 * values. Each key also contains a version, which changes with the format of values. The router also stores scroll
 * positions in the tab. Only the identity service sets cookies (decision 83).
 */
const KEPT = {
  // The session, with the person's role and companies. Removed when the session ends.
  tokens: 'browser',
  profile: 'browser',
  // Settings of this browser. They apply to all its users.
  language: 'browser',
  theme: 'browser',
  layoutView: 'browser',
  sidebar: 'browser',
  pageSize: 'browser',
  hiddenColumns: 'browser',
  letterKeys: 'browser',
  hidesFirstSteps: 'browser',
  device: 'browser',
  // Data of one person. The application shows them to that person only.
  codeMethods: 'browser',
  savedViews: 'browser',
  registration: 'browser',
  typed: 'tab',
  // States of a process that is under way. They are short-lived.
  signIn: 'tab',
  signUp: 'tab',
  reloadedAt: 'tab',
} as const satisfies Record<string, 'browser' | 'tab'>;
type StorageName = keyof typeof KEPT;

const VERSION = 'v1';
const prefix = (): string => `${env().variant}.greenlot.`;
/**
 * Returns the key under which a value is stored. A key of another version is not read, because its format may differ.
 */
export const storageKey = (name: StorageName): string => `${prefix()}${VERSION}.${name}`;

const storageOf = (name: StorageName): Storage => (KEPT[name] === 'tab' ? sessionStorage : localStorage);

/**
 * The values that could not be stored because the storage is full or forbidden. They are kept until the page is closed.
 */
const besides = new Map<string, string>();

/** Returns a stored text. If the browser refused to store the text, returns the copy in memory. */
function textOf(name: StorageName): string | null {
  const key = storageKey(name);
  return besides.get(key) ?? storageOf(name).getItem(key);
}

/** Returns a stored value. Undefined if the value is missing or does not have the expected format. */
export function readStored<Value>(name: StorageName, isValue: (value: unknown) => value is Value): Value | undefined {
  try {
    const value: unknown = JSON.parse(textOf(name) ?? 'null');
    return isValue(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON, or removes it if `value` is undefined. Never throws. */
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

/** Removes values of other versions. This version does not read them. */
export function removeOtherVersions(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key.startsWith(prefix()) && !key.startsWith(`${prefix()}${VERSION}.`)) storage.removeItem(key);
  } catch {
    // The browser forbids storage, so there are no old values.
  }
}

/** Calls `listener` when another tab has changed the value. Returns a function that stops the calls. */
export function onStoredElsewhere(name: StorageName, listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === storageKey(name) || event.key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
