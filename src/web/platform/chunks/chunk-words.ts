import type { Messages } from 'use-intl';
import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import { bringParts } from '#web/platform/chunks/chunk-parts.ts';
import { pageLoadedAnew, PartMissing } from '#web/platform/chunks/load-anew.ts';
import { fetchOfRelease } from '#web/platform/chunks/release.ts';

/** Written in by the build: the folder of the words of each chunk, and the chunks that say nothing. */
declare const WORDS_OF_CHUNKS: { readonly folder: string; readonly silent: readonly string[] };
const WORDS_HERE = WORDS_OF_CHUNKS;

type Phrases = { [key: string]: string | readonly unknown[] | Phrases };
type Catalogue = { readonly phrases: Phrases; readonly parts: Map<string, Promise<void>> };

const FRAME = 'frame';
const catalogues: Record<Language, Catalogue> = {
  en: { phrases: {}, parts: new Map() },
  zh: { phrases: {}, parts: new Map() },
};
/** Chunks that were asked for, in whichever language. */
const chunks = new Set([FRAME]);

/** The words of all chunks that are here. More may come in later, into the same object. */
export async function wordsOfChunks(language: Language): Promise<Messages> {
  await Promise.all([...chunks].map((chunk) => bring(language, chunk)));
  return catalogues[language].phrases as unknown as Messages;
}

/** Around every import of a chunk, put there by the build: it comes with its parts and the phrases that it says, or is
 * given up. */
export async function withWords<Module>(chunk: string, load: () => Promise<Module>): Promise<Module> {
  const isSilent = WORDS_HERE.silent.includes(chunk);
  if (!isSilent) chunks.add(chunk);
  // While a language is being changed, the screen still speaks the one before.
  const spoken = LANGUAGES.filter((language) => !isSilent && catalogues[language].parts.size > 0);
  const [module] = await inTime(
    Promise.all([load(), bringParts(chunk), ...spoken.map((language) => bring(language, chunk))]),
  );
  return module ?? pageLoadedAnew();
}

/** A page says then that nothing came, and asks again when told to (docs/rules.md#error-messages). */
const GIVEN_UP_AFTER_MS = 120_000;

async function inTime<Result>(loading: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PartMissing('no_response', {})), GIVEN_UP_AFTER_MS);
  });
  return Promise.race([loading, tooLate]).finally(() => clearTimeout(timer));
}

function bring(language: Language, chunk: string): Promise<void> {
  const { phrases, parts } = catalogues[language];
  const part = parts.get(chunk) ?? fetchWords(`${WORDS_HERE.folder}${language}/${chunk}.json`, phrases);
  parts.set(chunk, part);
  // Whoever asks again may have better luck.
  part.catch(() => parts.delete(chunk));
  return part;
}

async function fetchWords(path: string, into: Phrases): Promise<void> {
  add(into, (await fetchOfRelease(path)) as Phrases);
}

/** In place: what is shown already keeps reading the same object. */
function add(into: Phrases, from: Phrases): void {
  for (const [key, words] of Object.entries(from)) {
    const known = into[key];
    if (isGroup(known) && isGroup(words)) add(known, words);
    else into[key] = words;
  }
}

const isGroup = (value: Phrases[string] | undefined): value is Phrases =>
  typeof value === 'object' && !Array.isArray(value);
