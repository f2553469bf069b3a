import { readTokens, sessionStore } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/** What somebody has typed in a form and not sent yet, beside what the form was filled with. */
type Typed = {
  readonly userId: string;
  readonly pathname: string;
  /** Which form of that page. */
  readonly form: string;
  readonly initial: string;
  readonly values: object;
};

const isTyped = (one: unknown): one is Typed =>
  typeof one === 'object' &&
  one !== null &&
  'userId' in one &&
  'values' in one &&
  typeof one.values === 'object' &&
  one.values !== null;
const areTyped = (value: unknown): value is readonly Typed[] => Array.isArray(value) && value.every(isTyped);

/** Where something is typed: which form, of which page, by whom. Taken when the form opens: at its end the page is another. */
export type TypedPlace = Pick<Typed, 'userId' | 'pathname' | 'form'>;

export function typedPlace(form: string): TypedPlace | undefined {
  const userId = sessionStore.get().profile?.userId;
  return userId === undefined ? undefined : { userId, pathname: location.pathname, form };
}

/** Nobody finds in a form what somebody else typed: what was theirs is dropped with the first thing that is kept. */
const readAll = ({ userId }: TypedPlace): readonly Typed[] =>
  (readStored('typed', areTyped) ?? []).filter((one) => one.userId === userId);

const isAt = (one: TypedPlace, place: TypedPlace): boolean =>
  one.pathname === place.pathname && one.form === place.form;

function put(place: TypedPlace, typed: readonly Pick<Typed, 'initial' | 'values'>[]): void {
  const others = readAll(place).filter((one) => !isAt(one, place));
  const all = [...others, ...typed.map((one): Typed => ({ ...place, ...one }))];
  keep('typed', all.length > 0 ? all : undefined);
}

/** A session that ends in the middle of a form takes nothing along that was typed: the tab keeps it, for the same person. */
export const keepTyped = (place: TypedPlace, initial: object, values: object): void =>
  put(place, [{ initial: JSON.stringify(initial), values }]);

/** What was typed there, unless what is stored has changed since: that must not be overwritten unseen. */
export function readTyped<Values extends object>(place: TypedPlace, initial: Values): Values | undefined {
  const found = readAll(place).find((one) => isAt(one, place));
  return found?.initial === JSON.stringify(initial) ? (found.values as Values) : undefined;
}

/** Whether something typed waits there, for a form that isn't open by itself. */
export function isTypedIn(form: string): boolean {
  const place = typedPlace(form);
  return place !== undefined && readAll(place).some((one) => isAt(one, place));
}

export const forgetTyped = (place: TypedPlace): void => put(place, []);

/** Who leaves a form while the session goes on was asked, and has given up what was typed. */
export function leaveTyped(place: TypedPlace): void {
  if (readTokens()) forgetTyped(place);
}

/** Who signs out is done with all of it. */
export const forgetAllTyped = (): void => keep('typed', undefined);
