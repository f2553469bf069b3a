/** Memoizes the first call. */
export function once<T extends object | string>(find: () => T): () => T {
  let found: T | undefined;
  return () => (found ??= find());
}
