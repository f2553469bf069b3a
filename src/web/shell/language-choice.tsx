import { Segments } from '#web/design/segments.tsx';
import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import { chooseLanguage, LANGUAGE_TAGS } from '#web/platform/language.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrase.ts';

/** Each language is named in itself, whichever is on. */
const NAMES: Record<Language, PhraseKey> = { en: 'shell.english', zh: 'shell.chinese' };

export function LanguageChoice() {
  const say = useSay();
  return (
    <Segments
      label={say('shell.language')}
      segments={LANGUAGES.map((value) => ({ value, label: say(NAMES[value]), lang: LANGUAGE_TAGS[value] }))}
      value={useLanguage()}
      onChange={chooseLanguage}
    />
  );
}
