/** What a colour means here; each is an ink on a soft ground (theme.ts). */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'brand' | 'quiet';
