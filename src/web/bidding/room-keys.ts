import { useEffect } from 'react';
import { keep, readStored } from '#web/platform/browser-storage.ts';
import { createStore, useStore } from '#web/platform/store.ts';
import { TYPING } from '#web/platform/typing.ts';

/** Whether the list of keys is open. */
export const keysHelpStore = createStore(false);

/** Single letters as shortcuts can be switched off (WCAG 2.1.4); the choice is remembered. */
const keysOnStore = createStore<boolean | undefined>(undefined);
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

const areKeysOn = (): boolean => keysOnStore.get() ?? readStored('roomKeys', isBoolean) ?? true;

export const useKeysOn = (): boolean => {
  useStore(keysOnStore);
  return areKeysOn();
};

export function switchKeys(isOn: boolean): void {
  keep('roomKeys', isOn);
  keysOnStore.set(isOn);
}

/** Letters belong to whoever types, and to an open dialog. */
function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target instanceof Element ? event.target : undefined;
  return !target?.closest(TYPING) && document.querySelector('dialog[open], [role="dialog"]') === null;
}

/** B for the price field, ? for the list of keys. The keys of the fields themselves stand with the fields. */
export function useRoomKeys(onBid: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!areKeysOn() || !isFree(event)) return;
      if (event.key === '?') keysHelpStore.set(true);
      else if (event.key.toLowerCase() === 'b') onBid();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onBid]);
}
