import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

type Owned = { readonly userId: string };
const areOwned = (value: unknown): value is readonly Owned[] => Array.isArray(value);

/** What this browser keeps of a person beyond its session (decision 42). */
export function forgetKept(userId: string): void {
  keep('codeMethods', undefined);
  keep('registration', undefined);
  const views = readStored('savedViews', areOwned) ?? [];
  keep(
    'savedViews',
    views.filter((one) => one.userId !== userId),
  );
}
