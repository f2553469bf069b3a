/** Languages of screens, emails and documents (docs/rules.md#variants). English is the default. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
