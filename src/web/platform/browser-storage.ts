import { env } from '#web/platform/env.ts';

/**
 * What the browser keeps per user (specification 3), under versioned keys with the variant in front, so that two brands
 * on one origin don't share it. Storage may be full or forbidden: then nothing is remembered, and nothing breaks.
 */
const VERSION = 'v1';
type StorageName =
  | 'tokens'
  | 'profile'
  | 'language'
  | 'theme'
  | 'layoutView'
  | 'sidebar'
  | 'device'
  | 'pageSize'
  | 'roomKeys'
  | 'signIn'
  | 'codeMethods'
  | 'signUp'
  | 'typed'
  | 'registration';

/** A sign-up or a form under way is the tab's own, and gone with it. */
const storageOf = (name: StorageName): Storage =>
  name === 'signUp' || name === 'typed' ? sessionStorage : localStorage;

export const storageKey = (name: StorageName): string => `${env().variant}.greenlot.${VERSION}.${name}`;

export function readStored<Value>(name: StorageName, isValue: (value: unknown) => value is Value): Value | undefined {
  try {
    const text = storageOf(name).getItem(storageKey(name));
    if (text === null) return undefined;
    const value: unknown = JSON.parse(text);
    return isValue(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: StorageName, value: unknown): void {
  try {
    if (value === undefined) storageOf(name).removeItem(storageKey(name));
    else storageOf(name).setItem(storageKey(name), JSON.stringify(value));
  } catch {
    // Nothing depends on it being remembered.
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
