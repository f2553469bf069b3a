import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#web/platform/page/typing.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import { createStore, useStore } from '#web/platform/storage/store.ts';

/** True while the list of keyboard shortcuts is open. */
export const keysSheetStore = createStore(false);

/**
 * True if single-letter shortcuts are on; undefined until the user changes the setting. WCAG 2.1.4 requires such a
 * setting.
 */
const keysOnStore = createStore<boolean | undefined>(undefined);
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

const areKeysOn = (): boolean => keysOnStore.get() ?? readStored('letterKeys', isBoolean) ?? true;

/** Returns true if single-letter shortcuts are on. The component renders again when the setting changes. */
export const useKeysOn = (): boolean => {
  useStore(keysOnStore);
  return areKeysOn();
};

/** Turns single-letter shortcuts on or off in this browser. */
export function switchKeys(isOn: boolean): void {
  keep('letterKeys', isOn);
  keysOnStore.set(isOn);
}

/** Returns true if a letter is a shortcut now: the user does not type, and no dialog is open. */
function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !isTyping(event.target) && document.querySelector('dialog[open], [role="dialog"]') === null;
}

/** Calls `take` when a single key is pressed anywhere on the page. `take` returns true if it has handled the key. */
export function useLetterKeys(take: (key: string, event: KeyboardEvent) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (areKeysOn() && isFree(event) && take(event.key.toLowerCase(), event)) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
