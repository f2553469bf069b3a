import { useSyncExternalStore } from 'react';

/** A value outside React (of a socket, session or clock). It notifies its listeners when it changes. */
export type Store<Value> = {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
};

/** Creates a store. Setting the same value again notifies no listener. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Reads a store in a component. With `select`, the component renders again only when the selected part changes. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part;
export function useStore<Value, Part>(store: Store<Value>, select?: (value: Value) => Part): Value | Part {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()));
}
