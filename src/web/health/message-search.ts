import { MESSAGE_STATES } from '#domain/notice/message.ts';
import { filteredSearch } from '#web/design/lists/list-search.ts';

/** The state of the list of messages in the URL. */
export const messageSearch = filteredSearch({ state: MESSAGE_STATES });
