import { sessionStore } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/**
 * A set of filters of a list, saved by a person under a name. The default set applies if the list opens without
 * filters.
 */
export type SavedView = {
  readonly userId: string;
  readonly list: string;
  readonly name: string;
  readonly search: Readonly<Record<string, unknown>>;
  readonly isDefault: boolean;
};

/** The maximum length of a saved view's name, in characters. */
export const VIEW_NAME_LENGTH_MAX = 40;

const isView = (one: unknown): one is SavedView =>
  typeof one === 'object' &&
  one !== null &&
  'userId' in one &&
  'list' in one &&
  'name' in one &&
  typeof one.name === 'string' &&
  'search' in one &&
  typeof one.search === 'object' &&
  one.search !== null;
const areViews = (value: unknown): value is readonly SavedView[] => Array.isArray(value) && value.every(isView);

const readAll = (): readonly SavedView[] => readStored('savedViews', areViews) ?? [];
const ownId = (): string => sessionStore.get().profile?.userId ?? '';

/** Returns the saved filters of the signed-in person for a list. */
export const viewsOf = (list: string): readonly SavedView[] =>
  readAll().filter((one) => one.userId === ownId() && one.list === list);

/** Stores the views of one list. The views of other lists and other people stay. */
function put(list: string, views: readonly SavedView[]): void {
  const others = readAll().filter((one) => one.userId !== ownId() || one.list !== list);
  keep('savedViews', [...others, ...views]);
}

/** Saves the filters under a name. An existing name is overwritten. */
export function saveView(list: string, name: string, search: SavedView['search']): void {
  const views = viewsOf(list);
  const isDefault = views.some((one) => one.name === name && one.isDefault);
  const others = views.filter((one) => one.name !== name);
  put(list, [...others, { userId: ownId(), list, name, search, isDefault }]);
}

/** Deletes a saved view of a list. */
export const deleteView = (list: string, name: string): void =>
  put(
    list,
    viewsOf(list).filter((one) => one.name !== name),
  );

/** Sets the default of a list; undefined removes it. */
export const chooseDefaultView = (list: string, name: string | undefined): void =>
  put(
    list,
    viewsOf(list).map((one) => ({ ...one, isDefault: one.name === name })),
  );
