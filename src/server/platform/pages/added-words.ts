import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import compilePhrase from 'icu-minify/compile';
import { isBaseLanguage, isLanguage, type Language } from '#domain/basics/language.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { knownLanguages, ownPhrase } from '#server/platform/http/words.ts';

type Compiled = { readonly [key: string]: string | readonly unknown[] | Compiled };

/** Seconds for which browsers may keep phrases. After a change of the file and a restart, they have the new ones. */
const KEPT_SECONDS = 3_600;

/**
 * Serves the phrases of added languages to browsers. The build writes a file for each chunk in the languages of Greenlot
 * (decision 12). The file of an added language is made of the English one at its first request, so that a language needs
 * no build.
 *
 * @param dist the folder of the build
 */
export function registerAddedWords(app: FastifyInstance, dist: string): void {
  const files = new Map<string, Promise<Buffer>>();
  const path = '/assets/:folder(^words-[\\w-]+$)/:language(^[a-z]{2,3}$)/:file(^[\\w-]+\\.json$)';
  app.get<{ Params: { folder: string; language: string; file: string } }>(path, async ({ params }, reply) => {
    const { folder, language, file } = params;
    if (isBaseLanguage(language)) return reply.sendFile(`assets/${folder}/${language}/${file}`);
    if (!isLanguage(language) || !knownLanguages().includes(language)) throw new Refused('not_found');
    const key = `${folder}/${language}/${file}`;
    const made = files.get(key) ?? fileOf(language, join(dist, 'assets', folder, 'en', file));
    files.set(key, made);
    // Only existing files are kept, so that nobody can fill the memory.
    made.catch(() => files.delete(key));
    return reply
      .header('cache-control', `public, max-age=${KEPT_SECONDS}`)
      .header('content-encoding', 'gzip')
      .type('application/json; charset=utf-8')
      .send(await made);
  });
}

async function fileOf(language: Language, english: string): Promise<Buffer> {
  const text = await readFile(english, 'utf8').catch(() => {
    throw new Refused('not_found');
  });
  return promisify(gzip)(JSON.stringify(translated(JSON.parse(text) as Compiled, language)));
}

/** Returns compiled phrases in an added language. Phrases that its file lacks stay English. */
const translated = (phrases: Compiled, language: Language, within = ''): object =>
  Object.fromEntries(
    Object.entries(phrases).map(([name, phrase]) => {
      if (typeof phrase === 'object' && !Array.isArray(phrase))
        return [name, translated(phrase as Compiled, language, `${within}${name}.`)];
      const own = ownPhrase(language, within + name);
      return [name, own === undefined ? phrase : compilePhrase(own)];
    }),
  );
