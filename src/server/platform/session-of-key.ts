/** The id that stands for an API key's session: its sockets close with it, and no sign-in ends it. */
export const sessionOfKey = (id: string): string => `key ${id}`;
