/** Where the person wanted to go, in the address of the pages around signing in. */
export const redirectSearch = (raw: Record<string, unknown>): { redirect?: string } =>
  typeof raw.redirect === 'string' ? { redirect: raw.redirect } : {};
