import { useEffect, useState, type ReactNode } from 'react';
import { createTranslator, IntlProvider, type Messages } from 'use-intl';
import { priceFormat } from '#domain/basics/price.ts';
import { languageTag, type Language } from '#domain/basics/language.ts';
import { wordsOfChunks } from '#web/platform/chunks/chunk-words.ts';
import { languageStore } from '#web/platform/phrases/language.ts';
import { errorText, type Speaker, type Wrong } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';

/** A language with its phrases. */
export type Words = { language: Language; messages: Messages };
let present: Words | undefined;

/** Loads the phrases of a language and sets the page's language. */
export async function loadWords(language: Language): Promise<Words> {
  const messages = await wordsOfChunks(language);
  present = { language, messages };
  document.documentElement.lang = languageTag(language);
  return present;
}

/**
 * Provides the phrases and switches the language without a reload, so unsent input is kept. The old language stays on
 * screen until the new one is loaded.
 */
export function WordsProvider({ initial, children }: { initial: Words; children: ReactNode }) {
  const wanted = useStore(languageStore);
  const [words, setWords] = useState(initial);
  useEffect(() => {
    let isWanted = true;
    if (wanted !== words.language) {
      void loadWords(wanted).then((loaded) => isWanted && setWords(loaded));
    }
    return () => {
      isWanted = false;
    };
  }, [wanted, words]);
  return (
    <IntlProvider locale={words.language} messages={words.messages} timeZone={zone} formats={formats()}>
      {children}
    </IntlProvider>
  );
}

let priceFormats: { number: { price: ReturnType<typeof priceFormat> } } | undefined;

/** Returns the formats that phrases name. The same object until the currency changes, so that nothing renders again. */
function formats() {
  const price = priceFormat();
  if (priceFormats?.number.price.minimumFractionDigits !== price.minimumFractionDigits)
    priceFormats = { number: { price } };
  return priceFormats;
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the text of an error. Used outside components, for errors that no screen shows. */
export function errorTextNow(wrong: Wrong): string {
  if (!present) return wrong.message ?? wrong.code;
  const { language: locale, messages } = present;
  return errorText(
    createTranslator({ locale, messages, timeZone: zone, formats: formats() }) as unknown as Speaker,
    wrong,
  );
}
