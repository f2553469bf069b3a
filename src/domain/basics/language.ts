/** What screens, mails and documents are written in (docs/rules.md#variants): English unless somebody chose. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
