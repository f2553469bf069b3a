import { useCallback, useRef } from 'react';

/** A function that stays the same and does what its newest version does, for parts that are remembered. */
export function useSteady<Arguments extends readonly unknown[], Value>(
  run: (...given: Arguments) => Value,
): (...given: Arguments) => Value {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
