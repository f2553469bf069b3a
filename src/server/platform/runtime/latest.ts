/** Memoizes the result for the latest key only. */
export function latest<Result>(make: (key: string) => Result): (key: string) => Result {
  let kept: { readonly key: string; readonly result: Result } | undefined;
  return (key) => {
    if (kept?.key !== key) kept = { key, result: make(key) };
    return kept.result;
  };
}
