/** The meaning of a color. Each tone is an ink on a soft background (theme.ts). */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'brand' | 'quiet';
