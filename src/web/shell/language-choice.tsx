import { Segments } from '#web/design/layout/segments.tsx';
import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import { env } from '#web/platform/page/env.ts';
import { chooseLanguage, LANGUAGE_TAGS } from '#web/platform/phrases/language.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** Each language is named in itself, in any interface language. */
const NAMES: Record<Language, PhraseKey> = { en: 'shell.english', zh: 'shell.chinese' };

/** Empty if the deployment offers no choice: the specification has one in variant GLOBAL only (section 1). */
export function LanguageChoice() {
  const say = useSay();
  const language = useLanguage();
  if (!env().hasLanguageChoice) return null;
  return (
    <Segments
      label={say('shell.language')}
      segments={LANGUAGES.map((value) => ({ value, label: say(NAMES[value]), lang: LANGUAGE_TAGS[value] }))}
      value={language}
      onChange={chooseLanguage}
    />
  );
}
