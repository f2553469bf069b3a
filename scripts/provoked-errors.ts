// Runs after the server's tests. This program checks that the tests provoked every code of the error catalog, and that
// each error has a good text in both languages. It makes each text with the browser's own function and the parameters
// of the real answers. The tests write these answers into a folder (src/testing/world/set-up-file.ts), which is the
// only argument.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTranslator } from 'use-intl/core';
import { ERRORS, isErrorCode } from '#contract/errors/errors.ts';
import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };
import type { ToldRefusal } from '#server/platform/http/words.ts';
import { errorText, type Speaker } from '#web/platform/phrases/phrase.ts';

const CATALOGUES = { en, zh };

/** Returns a function that makes texts from phrases. The function throws if a required argument is missing. */
const speakerOf = (locale: Language): Speaker =>
  createTranslator({
    locale,
    messages: CATALOGUES[locale],
    timeZone: 'UTC',
    onError: (error) => {
      throw error;
    },
  }) as unknown as Speaker;

async function provokedIn(folder: string): Promise<ToldRefusal[]> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as ToldRefusal);
}

/** Returns the fault of the text that is shown for a code; undefined if it has none. */
function faultOf(code: string, language: Language, text: string): string | undefined {
  if (text.includes(code) || text.includes('error.')) return 'the text shows the code itself';
  if (/\{\w|\bundefined\b|\bNaN\b|\[object/.test(text)) return 'the text has an unfilled argument';
  return language === 'zh' && !/\p{Script=Han}/u.test(text) ? 'the text is not Chinese' : undefined;
}

function faultsOf({ code, params }: ToldRefusal): string[] {
  return LANGUAGES.flatMap((language) => {
    try {
      const text = errorText(speakerOf(language), { code, ...(params && { params }) });
      const fault = faultOf(code, language, text);
      return fault ? [`${code}, ${language}: ${fault}: ${text}`] : [];
    } catch (error) {
      return [`${code}, ${language}, with ${JSON.stringify(params)}: ${String(error)}`];
    }
  });
}

const provoked = await provokedIn(process.argv[2] ?? '');
const met = new Set<string>(provoked.map(({ code }) => code));
const codes = Object.keys(ERRORS).filter(isErrorCode);
const faults = [
  ...codes
    .filter((code) => !met.has(code))
    .map((code) => `${code}: no server test provokes this error code; add one, or delete the code`),
  ...provoked.flatMap(faultsOf),
];
console.log(`Error catalog: server tests provoke ${met.size} of ${codes.length} codes`);
for (const fault of new Set(faults)) console.error(`  ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
