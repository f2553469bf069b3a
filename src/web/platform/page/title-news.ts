import { createStore } from '#web/platform/storage/store.ts';

/** News that stand in the browser tab's title: what the room says goes before notices. */
type Titled = (title: string) => string;
type TitleNews = { readonly room?: Titled | undefined; readonly notices?: Titled | undefined };

export const titleNewsStore = createStore<TitleNews>({});

export const tellTitle = (news: TitleNews): void => titleNewsStore.set({ ...titleNewsStore.get(), ...news });

export const titledWith = ({ room, notices }: TitleNews, title: string): string => (room ?? notices)?.(title) ?? title;
