import { readTokens, sessionStore } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/** Unsent input of a form. `initial` has the form's initial values as JSON. */
type SavedInput = {
  readonly userId: string;
  readonly pathname: string;
  /** The name of the form within the page. */
  readonly form: string;
  readonly initial: string;
  readonly values: object;
};

const isSavedInput = (one: unknown): one is SavedInput =>
  typeof one === 'object' &&
  one !== null &&
  'userId' in one &&
  'values' in one &&
  typeof one.values === 'object' &&
  one.values !== null;
const areSavedInputs = (value: unknown): value is readonly SavedInput[] =>
  Array.isArray(value) && value.every(isSavedInput);

/**
 * Identifies saved input by its form, page and person. Created when the form opens, because the browser's address may
 * have changed when the form closes.
 */
export type InputKey = Pick<SavedInput, 'userId' | 'pathname' | 'form'>;

/** Returns the key of a form on the current page; undefined without a signed-in person. */
export function inputKey(form: string): InputKey | undefined {
  const userId = sessionStore.get().profile?.userId;
  return userId === undefined ? undefined : { userId, pathname: location.pathname, form };
}

/** Returns the saved input of this person. Input of another person is removed by the next write. */
const readAll = ({ userId }: InputKey): readonly SavedInput[] =>
  (readStored('typed', areSavedInputs) ?? []).filter((one) => one.userId === userId);

const isAt = (one: InputKey, key: InputKey): boolean => one.pathname === key.pathname && one.form === key.form;

function put(key: InputKey, typed: readonly Pick<SavedInput, 'initial' | 'values'>[]): void {
  const others = readAll(key).filter((one) => !isAt(one, key));
  const all = [...others, ...typed.map((one): SavedInput => ({ ...key, ...one }))];
  keep('typed', all.length > 0 ? all : undefined);
}

/**
 * Saves the input of a form in the tab. The input survives the end of the session. The same person gets it back after a
 * sign-in.
 */
export const saveInput = (key: InputKey, initial: object, values: object): void =>
  put(key, [{ initial: JSON.stringify(initial), values }]);

/**
 * Returns the saved input of a form. Undefined if the form's initial values have changed since: old input must not
 * overwrite newer data unnoticed.
 */
export function readSavedInput<Values extends object>(key: InputKey, initial: Values): Values | undefined {
  const found = readAll(key).find((one) => isAt(one, key));
  return found?.initial === JSON.stringify(initial) ? (found.values as Values) : undefined;
}

/** Returns true if there is saved input for a form. A page uses this to open a form that is closed by default. */
export function hasSavedInput(form: string): boolean {
  const key = inputKey(form);
  return key !== undefined && readAll(key).some((one) => isAt(one, key));
}

export const discardInput = (key: InputKey): void => put(key, []);

/** Removes the saved input when the person leaves a form during a session. The person has confirmed this. */
export function discardInputOnLeave(key: InputKey): void {
  if (readTokens()) discardInput(key);
}

/** Removes all saved input when the person signs out. */
export const discardAllInput = (): void => keep('typed', undefined);
