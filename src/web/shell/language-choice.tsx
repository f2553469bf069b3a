import { Segments } from '#web/design/layout/segments.tsx';
import { languageTag } from '#domain/basics/language.ts';
import { env, envStore } from '#web/platform/page/env.ts';
import { chooseLanguage, languageName } from '#web/platform/phrases/language.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';

/**
 * Selects the language. Each name is in its own language, whatever the language on screen. Renders nothing if the
 * platform offers no choice. The specification has a choice only in variant GLOBAL (section 1).
 */
export function LanguageChoice() {
  const say = useSay();
  const language = useLanguage();
  // An owner may change the languages while the page is open.
  const { hasLanguageChoice, languages } = useStore(envStore) ?? env();
  if (!hasLanguageChoice) return null;
  return (
    <Segments
      label={say('shell.language')}
      segments={languages.map((value) => ({ value, label: languageName(value), lang: languageTag(value) }))}
      value={language}
      onChange={chooseLanguage}
    />
  );
}
