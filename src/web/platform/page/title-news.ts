import { createStore } from '#web/platform/storage/store.ts';

/** A function that adds news to the tab's title. */
type Titled = (title: string) => string;
type TitleNews = { readonly room?: Titled | undefined; readonly notices?: Titled | undefined };

/** The news in the title of the browser's tab. */
export const titleNewsStore = createStore<TitleNews>({});

/** Sets news in the title. `undefined` removes them. */
export const tellTitle = (news: TitleNews): void => titleNewsStore.set({ ...titleNewsStore.get(), ...news });

/** Returns the page's title with the news. The room's news has priority over notifications. */
export const titledWith = ({ room, notices }: TitleNews, title: string): string => (room ?? notices)?.(title) ?? title;
