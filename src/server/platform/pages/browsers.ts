/** The oldest supported browsers. The build targets them. README and the message to older browsers name them. */
export const BROWSERS = { chrome: '120', edge: '120', firefox: '140', safari: '17.4', ios: '17.4' } as const;
