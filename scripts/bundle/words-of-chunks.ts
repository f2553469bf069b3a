import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import compilePhrase from 'icu-minify/compile';
import { RolldownMagicString, type PluginContext } from 'rolldown';
import { Visitor, type ESTree } from 'rolldown/utils';
import type { Plugin } from 'vite';

export type Phrases = { [key: string]: string | Phrases };
/**
 * The phrases that a chunk uses: complete keys (`keys`), keys composed in the code (`joined`), and words that may be
 * error codes (`words`).
 */
type UsedPhrases = { keys: Set<string>; joined: Map<string, Joined>; words: Set<string> };
/** The beginning and the end of a key that the code composes. */
type Joined = { readonly beginning: string; readonly end: string };

const LANGUAGES = ['en', 'zh'];
/** The name of the phrases that every page needs. They are the phrases of all modules that the entry imports. */
const FRAME = 'frame';
const WITH_WORDS = "import { withWords } from '#web/platform/chunks/chunk-words.ts';\n";
/** A name in the module `chunk-words.ts`. The build replaces it by the location of the phrase files. */
const WRITTEN_IN = 'WORDS_OF_CHUNKS';
const ROOT = process.cwd();
const KEY = /(["'`])((?:[\w-]+\.)+[\w-]+)\1/g;
const JOINED = /`([\w-]+\.[\w.-]*)\$\{(?:[^{}`]*\}([\w.-]*)`)?/g;

/** Parses phrases at build time. So the browser does not need the parser, which saves 10 kB. */
export const compiled = (phrases: Phrases): object =>
  Object.fromEntries(
    Object.entries(phrases).map(([key, words]) => [
      key,
      typeof words === 'string' ? compilePhrase(words) : compiled(words),
    ]),
  );

/** Returns the phrases whose keys are wanted, in the form of the catalog. */
const picked = (phrases: Phrases, isWanted: (key: string) => boolean, path = ''): Phrases =>
  Object.fromEntries(
    Object.entries(phrases).flatMap(([key, words]): [string, string | Phrases][] => {
      if (typeof words === 'string') return isWanted(path + key) ? [[key, words]] : [];
      const inner = picked(words, isWanted, `${path + key}.`);
      return Object.keys(inner).length > 0 ? [[key, inner]] : [];
    }),
  );

const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Returns the name of a lazily imported module. The files with its phrases and parts have this name. */
export const nameOfChunk = (module: string): string => hashOf(relative(ROOT, module), 4);

/**
 * Keys of error phrases begin with this. A chunk contains an error's phrase if one of its modules names the error's
 * code. If only the server uses a code, the server's answer contains the text.
 */
const ERROR = 'error.';

function saidIn(code: string, into: UsedPhrases): void {
  for (const [, , key] of code.matchAll(KEY)) if (key) into.keys.add(key);
  for (const [whole, beginning, end = ''] of code.matchAll(JOINED))
    if (beginning && beginning !== ERROR) into.joined.set(whole, { beginning, end });
  for (const [word] of code.matchAll(/[\w-]+/g)) into.words.add(word);
}

/** Returns whether a chunk needs a phrase. */
export function isSaid(key: string, { keys, joined, words }: UsedPhrases): boolean {
  if (key.startsWith(ERROR)) return words.has(key.slice(ERROR.length));
  return (
    keys.has(key) || [...joined.values()].some(({ beginning, end }) => key.startsWith(beginning) && key.endsWith(end))
  );
}

/** Returns the phrases that chunks with these entry modules use, including the phrases of all their static imports. */
export function saidBy(
  { getModuleInfo }: Pick<PluginContext, 'getModuleInfo'>,
  entries: readonly string[],
): UsedPhrases {
  const said: UsedPhrases = { keys: new Set(), joined: new Map(), words: new Set() };
  const seen = new Set<string>();
  const visit = (module: string): void => {
    // If only the contract names a code, only the server uses that code. Then the server's answer contains the text.
    if (seen.has(module) || /node_modules|\/src\/contract\//.test(module)) return;
    seen.add(module);
    const info = getModuleInfo(module);
    if (/\/src\/(?:domain|web)\//.test(module)) saidIn(info?.code ?? '', said);
    info?.importedIds.forEach(visit);
  };
  entries.forEach(visit);
  return said;
}

/**
 * Returns the phrase files of every language: one for the frame, and one for each chunk that uses phrases beyond those
 * of the frame.
 */
async function wordsInFiles(
  context: Pick<PluginContext, 'getModuleInfo' | 'getModuleIds'>,
  chunks: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const entries = [...context.getModuleIds()].filter((module) => context.getModuleInfo(module)?.isEntry);
  const frame = saidBy(context, entries);
  const wanted = new Map([[FRAME, (key: string) => isSaid(key, frame)]]);
  for (const [chunk, module] of chunks) {
    const said = saidBy(context, [module]);
    wanted.set(chunk, (key) => isSaid(key, said) && !isSaid(key, frame));
  }
  const files = new Map<string, string>();
  for (const language of LANGUAGES) {
    const catalogue = JSON.parse(await readFile(`${ROOT}/src/phrases/${language}.json`, 'utf8')) as Phrases;
    for (const [chunk, isWanted] of wanted) {
      const words = picked(catalogue, isWanted);
      if (Object.keys(words).length > 0) files.set(`${language}/${chunk}.json`, JSON.stringify(compiled(words)));
    }
  }
  return files;
}

/** The browser gets compiled phrases. So it needs only the part of the library that formats them. */
export const FORMAT_ONLY = {
  resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
};

/**
 * Gives every chunk of the bundle the phrases that the chunk's modules use, and no others. The browser loads these
 * phrases together with the chunk, in the current language. In the source, there is one catalog per language, which
 * modules import normally (decision 12).
 */
export function wordsOfChunks(): Plugin {
  /** Lazily imported modules. Keys are the names of their phrase files. */
  const chunks = new Map<string, string>();
  let files = new Map<string, string>();
  let folder = '';
  return {
    name: 'words-of-chunks',
    apply: 'build',
    config: () => FORMAT_ONLY,
    transform: {
      filter: { id: /src\/web\/[^?]*\.tsx?(?:\?|$)/, code: /\bimport\(/ },
      async handler(code, importer) {
        const changed = new RolldownMagicString(code);
        for (const { start, end, source } of importsIn(this.parse(code))) {
          const module = (await this.resolve(source, importer))?.id;
          if (!module?.includes('/src/web/')) continue;
          const chunk = nameOfChunk(module);
          chunks.set(chunk, module);
          changed.appendLeft(start, `withWords('${chunk}', () => `).appendRight(end, ')');
        }
        return WITH_WORDS + changed.toString();
      },
    },
    async renderStart() {
      files = await wordsInFiles(this, chunks);
      folder = `assets/words-${hashOf([...files].map(String).toSorted().join('\n'), 8)}`;
    },
    renderChunk(code) {
      if (!code.includes(WRITTEN_IN)) return null;
      const silent = [...chunks.keys()].filter((chunk) => !files.has(`${LANGUAGES[0]}/${chunk}.json`)).toSorted();
      return code.replace(WRITTEN_IN, JSON.stringify({ folder: `/${folder}/`, silent }));
    },
    generateBundle() {
      for (const [file, source] of files) this.emitFile({ type: 'asset', fileName: `${folder}/${file}`, source });
      const list = Object.fromEntries([...chunks].map(([chunk, module]) => [relative(ROOT, module), chunk]));
      this.emitFile({ type: 'asset', fileName: '.vite/words.json', source: JSON.stringify({ folder, chunks: list }) });
    },
  };
}

function importsIn(tree: ESTree.Program): { start: number; end: number; source: string }[] {
  const found: { start: number; end: number; source: string }[] = [];
  new Visitor({
    ImportExpression({ start, end, source }) {
      if (source.type === 'Literal' && typeof source.value === 'string')
        found.push({ start, end, source: source.value });
    },
  }).visit(tree);
  return found;
}
