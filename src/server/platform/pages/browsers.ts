/** The oldest supported browsers: the build's target, also named in the message to older ones and in README. */
export const BROWSERS = { chrome: '120', edge: '120', firefox: '140', safari: '17.4', ios: '17.4' } as const;
