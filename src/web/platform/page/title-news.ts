import { createStore } from '#web/platform/storage/store.ts';

/** News in the browser tab's title: the room's news come before notices. */
type Titled = (title: string) => string;
type TitleNews = { readonly room?: Titled | undefined; readonly notices?: Titled | undefined };

/** The news in the title of the browser's tab. */
export const titleNewsStore = createStore<TitleNews>({});

/** Sets news in the title. `undefined` removes them. */
export const tellTitle = (news: TitleNews): void => titleNewsStore.set({ ...titleNewsStore.get(), ...news });

/** Returns the page's title with the news, if there are any. */
export const titledWith = ({ room, notices }: TitleNews, title: string): string => (room ?? notices)?.(title) ?? title;
