import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { MessageText } from '#contract/message-text.ts';
import type { BaseLanguage } from '#domain/basics/language.ts';
import { isSubject } from '#domain/notice/message-text.ts';
import { TextAreaField, TextField } from '#web/design/fields/text-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import type { FormPart } from '#web/design/forms/use-form.ts';
import { fieldOf, type TextDraft } from '#web/message-text/text-form.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './message-text.module.css';

export const LANGUAGE_NAMES = {
  en: 'messageText.english',
  zh: 'messageText.chinese',
} as const satisfies Record<BaseLanguage, PhraseKey>;

/** Returns the label of a part. A test of the server holds that each part has one. */
export const partLabel = (part: string): PhraseKey => `messageText.part.${part}` as PhraseKey;

type Props = { form: FormPart<TextDraft>; message: MessageText; language: BaseLanguage; isDisabled: boolean };

/** The texts of a message in one language, each with a way back to its original. */
export function TextFields({ form, message, language, isDisabled }: Props) {
  const say = useSay();
  return (
    <FormSection title={LANGUAGE_NAMES[language]} hint="messageText.placeholdersHelp">
      {message.parts.map(({ part, originals }) => {
        const name = fieldOf(language, part);
        const field = { ...form.field(name), label: partLabel(part), isRequired: true, isDisabled };
        return (
          <Wide key={part}>
            {isSubject(part) ? <TextField {...field} /> : <TextAreaField {...field} rows={part === 'body' ? 8 : 4} />}
            {!isDisabled && form.values[name] !== originals[language] && (
              <Button
                variant="subtle"
                size="compact-sm"
                className={css.back}
                leftSection={<IconArrowBackUp size={14} aria-hidden />}
                onClick={() => form.set(name, originals[language])}
              >
                {say('messageText.toOriginal')}
              </Button>
            )}
          </Wide>
        );
      })}
    </FormSection>
  );
}
