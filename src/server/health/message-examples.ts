import type { BaseLanguage } from '#domain/basics/language.ts';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };

const EXAMPLES: Record<BaseLanguage, Readonly<Record<string, string>>> = {
  en: en.messageText.exampleValue,
  zh: zh.messageText.exampleValue,
};

/** Returns an example value for each placeholder of messages. */
export const exampleValues = (language: BaseLanguage, brand: string): Readonly<Record<string, string>> => ({
  ...EXAMPLES[language],
  brand,
});
