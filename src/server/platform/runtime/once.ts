/** Returns a function that calls `find` once and then always returns the same result. */
export function once<T extends object | string>(find: () => T): () => T {
  let found: T | undefined;
  return () => (found ??= find());
}
