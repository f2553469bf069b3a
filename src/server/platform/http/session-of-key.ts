/** Returns the session id of an API key. Its sockets close when the key ends, and no sign-in closes them. */
export const sessionOfKey = (id: string): string => `key ${id}`;
