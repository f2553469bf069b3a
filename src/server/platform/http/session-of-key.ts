/**
 * Returns the session id for the sockets of an API key. They close when the key ends; the user's sign-ins do not close
 * them.
 */
export const sessionOfKey = (id: string): string => `key ${id}`;
