import type { Messages } from 'use-intl';
import type { Language } from '#domain/basics/language.ts';
import { loadChunkFiles } from '#web/platform/chunks/chunk-files.ts';
import { pageReload, ChunkMissing } from '#web/platform/chunks/reload-page.ts';
import { fetchOfRelease } from '#web/platform/chunks/release.ts';

/** The build inserts the folder with the phrases of each chunk, and the names of chunks without phrases. */
declare const WORDS_OF_CHUNKS: { readonly folder: string; readonly silent: readonly string[] };
const WORDS_HERE = WORDS_OF_CHUNKS;

type Phrases = { [key: string]: string | readonly unknown[] | Phrases };
type Catalogue = { readonly phrases: Phrases; readonly parts: Map<string, Promise<void>> };

const FRAME = 'frame';
/** For each language: `phrases` has the loaded phrases, `parts` has the started load of each chunk. */
const catalogues = new Map<Language, Catalogue>();
function catalogueOf(language: Language): Catalogue {
  const catalogue = catalogues.get(language) ?? { phrases: {}, parts: new Map() };
  catalogues.set(language, catalogue);
  return catalogue;
}

/** The chunks that were requested, in any language. */
const chunks = new Set([FRAME]);

/** Returns the phrases of all requested chunks. Chunks that load later add their phrases to the same object. */
export async function wordsOfChunks(language: Language): Promise<Messages> {
  await Promise.all([...chunks].map((chunk) => loadPhrases(language, chunk)));
  return catalogueOf(language).phrases as unknown as Messages;
}

/**
 * The build wraps every import of a chunk in this function. Resolves when the chunk, its files and its phrases are
 * loaded.
 * @throws ChunkMissing `no_response` after `GIVEN_UP_AFTER_MS`
 */
export async function withWords<Module>(chunk: string, load: () => Promise<Module>): Promise<Module> {
  const isSilent = WORDS_HERE.silent.includes(chunk);
  if (!isSilent) chunks.add(chunk);
  // Loads the phrases of every language in use. While the language changes, the screen still uses the previous one.
  const spoken = isSilent ? [] : [...catalogues.keys()];
  const [module] = await withTimeout(
    Promise.all([load(), loadChunkFiles(chunk), ...spoken.map((language) => loadPhrases(language, chunk))]),
  );
  return module ?? pageReload();
}

/** After this time, the page reports that loading failed, and offers a retry (docs/rules.md#error-messages). */
const GIVEN_UP_AFTER_MS = 120_000;

/** Rejects with `ChunkMissing` if loading takes too long. */
async function withTimeout<Result>(loading: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkMissing('no_response', {})), GIVEN_UP_AFTER_MS);
  });
  return Promise.race([loading, tooLate]).finally(() => clearTimeout(timer));
}

/** Loads the phrases of a chunk in a language once. */
function loadPhrases(language: Language, chunk: string): Promise<void> {
  const { phrases, parts } = catalogueOf(language);
  const part = parts.get(chunk) ?? fetchWords(`${WORDS_HERE.folder}${language}/${chunk}.json`, phrases);
  parts.set(chunk, part);
  // After a failure, the next call fetches the phrases again.
  part.catch(() => parts.delete(chunk));
  return part;
}

async function fetchWords(path: string, into: Phrases): Promise<void> {
  mergePhrases(into, (await fetchOfRelease(path)) as Phrases);
}

/** Merges phrases into an object in place, because the screen keeps reading the same object. */
function mergePhrases(into: Phrases, from: Phrases): void {
  for (const [key, words] of Object.entries(from)) {
    const known = into[key];
    if (isGroup(known) && isGroup(words)) mergePhrases(known, words);
    else into[key] = words;
  }
}

const isGroup = (value: Phrases[string] | undefined): value is Phrases =>
  typeof value === 'object' && !Array.isArray(value);
