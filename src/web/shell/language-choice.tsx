import { Segments } from '#web/design/layout/segments.tsx';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#domain/basics/language.ts';
import { env } from '#web/platform/page/env.ts';
import { chooseLanguage } from '#web/platform/phrases/language.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** The phrase with the name of each language. Each name is in its own language, whatever the language on screen. */
const NAMES: Record<Language, PhraseKey> = { en: 'shell.english', zh: 'shell.chinese' };

/**
 * Selects the language. Renders nothing if the deployment offers no choice. The specification has a choice only in
 * variant GLOBAL (section 1).
 */
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
