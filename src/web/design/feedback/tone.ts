/** The meaning of a color. Each tone has a text color and a soft background (theme.ts). */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'brand' | 'quiet';
