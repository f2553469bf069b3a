/** Returns the session id of an API key. Its sockets close with the key, and no sign-in ends it. */
export const sessionOfKey = (id: string): string => `key ${id}`;
