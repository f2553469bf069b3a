/** What screens, mails and documents are written in (specification 1): English unless somebody chose. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
