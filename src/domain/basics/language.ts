/** Languages of screens, emails and documents (docs/rules.md#variants). English is the default. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language tags for Intl and for the `lang` attribute. By this attribute, a browser selects Chinese glyphs. */
export const LANGUAGE_TAGS: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN' };
