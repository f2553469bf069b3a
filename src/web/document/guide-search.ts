/** Which guide is read; none in the address: which there are. */
export const guideSearch = ({ document }: Record<string, unknown>): { document?: string } =>
  typeof document === 'string' ? { document } : {};
