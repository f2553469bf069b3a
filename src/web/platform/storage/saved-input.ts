import { readTokens, sessionStore } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/** The unsent input of a form, with the initial values of the form. */
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
 * Identifies the input: which form, on which page, by whom. Taken when the form opens, because the address may have
 * changed when it closes.
 */
export type InputKey = Pick<SavedInput, 'userId' | 'pathname' | 'form'>;

/** Returns the key of a form on the current page; undefined without a signed-in person. */
export function inputKey(form: string): InputKey | undefined {
  const userId = sessionStore.get().profile?.userId;
  return userId === undefined ? undefined : { userId, pathname: location.pathname, form };
}

/** Returns only the person's own input. Another person's input is dropped at the next write. */
const readAll = ({ userId }: InputKey): readonly SavedInput[] =>
  (readStored('typed', areSavedInputs) ?? []).filter((one) => one.userId === userId);

const isAt = (one: InputKey, key: InputKey): boolean => one.pathname === key.pathname && one.form === key.form;

function put(key: InputKey, typed: readonly Pick<SavedInput, 'initial' | 'values'>[]): void {
  const others = readAll(key).filter((one) => !isAt(one, key));
  const all = [...others, ...typed.map((one): SavedInput => ({ ...key, ...one }))];
  keep('typed', all.length > 0 ? all : undefined);
}

/** Stores the input of a form in the tab. After the session has ended and begun again, the same person gets it back. */
export const saveInput = (key: InputKey, initial: object, values: object): void =>
  put(key, [{ initial: JSON.stringify(initial), values }]);

/**
 * Returns the stored input; undefined if the saved data has changed since, because it must not be overwritten unseen.
 */
export function readSavedInput<Values extends object>(key: InputKey, initial: Values): Values | undefined {
  const found = readAll(key).find((one) => isAt(one, key));
  return found?.initial === JSON.stringify(initial) ? (found.values as Values) : undefined;
}

/** Returns whether there is stored input for a form that is not open by default. */
export function hasSavedInput(form: string): boolean {
  const key = inputKey(form);
  return key !== undefined && readAll(key).some((one) => isAt(one, key));
}

export const discardInput = (key: InputKey): void => put(key, []);

/** Drops the input when a form is left during a session: the person was asked and gave it up. */
export function discardInputOnLeave(key: InputKey): void {
  if (readTokens()) discardInput(key);
}

/** Drops all input at sign-out. */
export const discardAllInput = (): void => keep('typed', undefined);
