/** The open guide in the address; without one, the page lists all guides. */
export const guideSearch = ({ document }: Record<string, unknown>): { document?: string } =>
  typeof document === 'string' ? { document } : {};
