// `npm run phrases`: declares the phrase catalogs as types, so that a wrong key or a missing argument does not compile.
// The declarations are necessary because TypeScript types the texts in a JSON file only as strings. With --check, the
// command only tells whether the declarations are current. With --review and a language or a file, it prints the phrases
// that a translator has to look at as a table with tabs, and writes nothing (docs/languages.md).
import { readFile, writeFile } from 'node:fs/promises';
import { BASE_LANGUAGES } from '#domain/basics/language.ts';
import { phrasesToReview, type Phrases } from '#phrases/review-phrases.ts';

const folder = new URL('../src/phrases/', import.meta.url);
const readFileOf = async (file: URL | string): Promise<Phrases> => JSON.parse(await readFile(file, 'utf8')) as Phrases;
const readCatalogue = (language: string): Promise<Phrases> => readFileOf(new URL(`${language}.json`, folder));

/**
 * Returns a catalog with the keys of `keys` and the texts of `words`. The types stay correct, because both texts of a
 * key have the same arguments. phrases.test.ts checks this.
 */
function inWordsOf(words: Phrases, keys: Phrases): Phrases {
  const pairs = Object.entries(keys).map(([key, own]) => {
    const word = words[key];
    if (typeof own === 'string' || word === undefined || typeof word === 'string') return [key, word ?? own];
    return [key, inWordsOf(word, own)];
  });
  return Object.fromEntries(pairs) as Phrases;
}

const english = await readCatalogue('en');
const { 1: reviewed } = process.argv.slice(process.argv.indexOf('--review'));
const isReview = process.argv.includes('--review');
if (isReview) {
  if (reviewed === undefined) throw new Error('Usage: npm run phrases -- --review LANGUAGE or FILE');
  const own = await (reviewed.endsWith('.json') ? readFileOf(reviewed) : readCatalogue(reviewed));
  const cells = phrasesToReview(english, own).map((phrase) => [phrase.why, phrase.key, phrase.english, phrase.own]);
  for (const line of [['why', 'key', 'english', 'own'], ...cells])
    console.log(line.map((cell) => cell.replaceAll(/[\t\n]/g, ' ')).join('\t'));
}
for (const language of isReview ? [] : BASE_LANGUAGES) {
  const declaration = new URL(`${language}.d.json.ts`, folder);
  const phrases = JSON.stringify(inWordsOf(english, await readCatalogue(language)), null, 2);
  const wanted = `// Written by \`npm run phrases\`.\ndeclare const catalogue: ${phrases};\nexport = catalogue;\n`;
  if (!process.argv.includes('--check')) {
    await writeFile(declaration, wanted);
  } else if ((await readFile(declaration, 'utf8').catch(() => '')) !== wanted) {
    console.error(
      `src/phrases/${language}.d.json.ts does not match src/phrases/${language}.json: run \`npm run phrases\`.`,
    );
    process.exitCode = 1;
  }
}
