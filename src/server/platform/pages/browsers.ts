/** The oldest browsers in which everything works: the build's target, what older ones are told, and what README says. */
export const BROWSERS = { chrome: '120', edge: '120', firefox: '140', safari: '17.4', ios: '17.4' } as const;
