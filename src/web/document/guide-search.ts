/** Reads the open guide from the address. Without a guide in the address, the page lists all guides. */
export const guideSearch = ({ document }: Record<string, unknown>): { document?: string } =>
  typeof document === 'string' ? { document } : {};
