/** The outcome of the first call, ever after. */
export function once<T extends object | string>(find: () => T): () => T {
  let found: T | undefined;
  return () => (found ??= find());
}
