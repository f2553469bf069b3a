import type { MessageText, MessageTexts } from '#contract/message-text.ts';
import { BASE_LANGUAGES, type BaseLanguage } from '#domain/basics/language.ts';
import { judgeMessageText } from '#domain/notice/message-text.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/** The texts of a message by field, such as `en.body`. */
export type TextDraft = Readonly<Record<string, string>>;

export const fieldOf = (language: BaseLanguage, part: string): string => `${language}.${part}`;

type Parts = Pick<MessageText, 'parts'>;

const draftBy = ({ parts }: Parts, textOf: (language: BaseLanguage, part: string) => string): TextDraft =>
  Object.fromEntries(
    BASE_LANGUAGES.flatMap((language) => parts.map(({ part }) => [fieldOf(language, part), textOf(language, part)])),
  );

/** Returns a draft of these texts. */
export const draftOf = (message: Parts, texts: MessageTexts): TextDraft =>
  draftBy(message, (language, part) => texts[language][part] ?? '');

/** Returns a draft of all originals. */
export const originalsOf = (message: Parts): TextDraft =>
  draftBy(message, (language, name) => message.parts.find(({ part }) => part === name)?.originals[language] ?? '');

export const judgeDraft = ({ parts }: Parts, draft: TextDraft): Refusals<TextDraft> =>
  Object.fromEntries(
    BASE_LANGUAGES.flatMap((language) =>
      parts.map(({ part, rules }) => {
        const field = fieldOf(language, part);
        return [field, judgeMessageText(draft[field] ?? '', rules)];
      }),
    ),
  );

/** Returns the texts of a draft as they are sent. */
export function textsOf({ parts }: Parts, draft: TextDraft): MessageTexts {
  const inLanguage = (language: BaseLanguage) =>
    Object.fromEntries(parts.map(({ part }) => [part, draft[fieldOf(language, part)] ?? '']));
  return { en: inLanguage('en'), zh: inLanguage('zh') };
}
