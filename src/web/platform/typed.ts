import { keep, readStored } from '#web/platform/browser-storage.ts';
import { readTokens, sessionStore } from '#web/platform/session.ts';

/** What somebody has typed on a page and not sent yet, beside what the form was filled with. */
type Typed = {
  readonly userId: string;
  readonly pathname: string;
  readonly initial: string;
  readonly values: object;
};

const isTyped = (value: unknown): value is Typed =>
  typeof value === 'object' &&
  value !== null &&
  'values' in value &&
  typeof value.values === 'object' &&
  value.values !== null;

const here = () => ({ userId: sessionStore.get().profile?.userId, pathname: location.pathname });

/** A session that ends in the middle of a form takes nothing along that was typed: the tab keeps it, for the same person. */
export function keepTyped(initial: object, values: object): void {
  const { userId, pathname } = here();
  if (userId) keep('typed', { userId, pathname, initial: JSON.stringify(initial), values } satisfies Typed);
}

/** What this person typed on this page, unless what is stored has changed since: that must not be overwritten unseen. */
export function readTyped<Values extends object>(initial: Values): Values | undefined {
  const found = readStored('typed', isTyped);
  const { userId, pathname } = here();
  const isSame = found?.userId === userId && found?.pathname === pathname && found.initial === JSON.stringify(initial);
  return isSame ? (found.values as Values) : undefined;
}

export const forgetTyped = (): void => keep('typed', undefined);

/** Who leaves the page of a session that goes on was asked, and has given up what was typed. */
export function leaveTyped(): void {
  if (readTokens()) forgetTyped();
}
