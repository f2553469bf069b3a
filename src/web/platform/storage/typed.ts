import { readTokens, sessionStore } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/** The unsent input of a form, with the initial values of the form. */
type Typed = {
  readonly userId: string;
  readonly pathname: string;
  /** The name of the form within the page. */
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

/**
 * Identifies the input: which form, on which page, by whom. Taken when the form opens, because the address may have
 * changed when it closes.
 */
export type TypedPlace = Pick<Typed, 'userId' | 'pathname' | 'form'>;

/** Returns the place of a form on the current page; undefined without a signed-in person. */
export function typedPlace(form: string): TypedPlace | undefined {
  const userId = sessionStore.get().profile?.userId;
  return userId === undefined ? undefined : { userId, pathname: location.pathname, form };
}

/** Returns only the person's own input. Another person's input is dropped at the next write. */
const readAll = ({ userId }: TypedPlace): readonly Typed[] =>
  (readStored('typed', areTyped) ?? []).filter((one) => one.userId === userId);

const isAt = (one: TypedPlace, place: TypedPlace): boolean =>
  one.pathname === place.pathname && one.form === place.form;

function put(place: TypedPlace, typed: readonly Pick<Typed, 'initial' | 'values'>[]): void {
  const others = readAll(place).filter((one) => !isAt(one, place));
  const all = [...others, ...typed.map((one): Typed => ({ ...place, ...one }))];
  keep('typed', all.length > 0 ? all : undefined);
}

/** Stores the input of a form in the tab. After the session has ended and begun again, the same person gets it back. */
export const keepTyped = (place: TypedPlace, initial: object, values: object): void =>
  put(place, [{ initial: JSON.stringify(initial), values }]);

/**
 * Returns the stored input; undefined if the saved data has changed since, because it must not be overwritten unseen.
 */
export function readTyped<Values extends object>(place: TypedPlace, initial: Values): Values | undefined {
  const found = readAll(place).find((one) => isAt(one, place));
  return found?.initial === JSON.stringify(initial) ? (found.values as Values) : undefined;
}

/** Returns whether there is stored input for a form that is not open by default. */
export function isTypedIn(form: string): boolean {
  const place = typedPlace(form);
  return place !== undefined && readAll(place).some((one) => isAt(one, place));
}

export const forgetTyped = (place: TypedPlace): void => put(place, []);

/** Drops the input when a form is left during a session: the person was asked and gave it up. */
export function leaveTyped(place: TypedPlace): void {
  if (readTokens()) forgetTyped(place);
}

/** Drops all input at sign-out. */
export const forgetAllTyped = (): void => keep('typed', undefined);
