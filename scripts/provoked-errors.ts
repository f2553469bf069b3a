// Runs after the server's tests. This program checks that the tests provoked every code of the error catalog, and that
// each error has a good text in both languages, and that the API document lists the codes which its operations answered.
// It makes each text with the browser's own function and the parameters
// of the real answers. The tests write these answers into a folder (src/testing/world/set-up-file.ts), which is the
// only argument.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTranslator } from 'use-intl/core';
import { ERRORS, isErrorCode } from '#contract/errors/errors.ts';
import { priceFormat } from '#domain/basics/price.ts';
import { BASE_LANGUAGES, type BaseLanguage } from '#domain/basics/language.ts';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };
import type { AnsweredError, ToldRefusal } from '#server/platform/http/words.ts';
import { errorText, type Speaker } from '#web/platform/phrases/phrase.ts';

const CATALOGUES = { en, zh };

/** Returns a function that makes texts from phrases. The function throws if a required argument is missing. */
const speakerOf = (locale: BaseLanguage): Speaker =>
  createTranslator({
    locale,
    messages: CATALOGUES[locale],
    timeZone: 'UTC',
    formats: { number: { price: priceFormat() } },
    onError: (error) => {
      throw error;
    },
  }) as unknown as Speaker;

async function linesIn(folder: string): Promise<(ToldRefusal | AnsweredError)[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jsonl'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as ToldRefusal | AnsweredError);
}

/** The parts of the API document that the check reads. */
type Document = {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly servers?: Document['servers']; readonly responses: Readonly<Record<string, object>> }>
      >
    >
  >;
};

/** Returns the responses of each operation by its call, such as `GET /api/user/auctions/:id`. */
const responsesIn = ({ servers, paths }: Document): ReadonlyMap<string, Readonly<Record<string, object>>> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const base = (operation.servers ?? servers)[0].url.replace(/\/$/, '');
        return [`${method.toUpperCase()} ${base}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, operation.responses] as const;
      }),
    ),
  );

/** Returns the answers that the document does not list. Calls that it does not describe are no operations. */
function undocumented(document: Document, answered: readonly AnsweredError[]): string[] {
  const responses = responsesIn(document);
  return answered.flatMap(({ call, status, code }) => {
    const known = responses.get(call);
    if (!known || JSON.stringify(known[status] ?? {}).includes(`"${code}"`)) return [];
    return [
      `${call} answered ${status} ${code}, which the API document does not list; add it to the route's \`refuses\``,
    ];
  });
}

/** Returns the fault of the text that is shown for a code; undefined if it has none. */
function faultOf(code: string, language: BaseLanguage, text: string): string | undefined {
  if (text.includes(code) || text.includes('error.')) return 'the text shows the code itself';
  if (/\{\w|\bundefined\b|\bNaN\b|\[object/.test(text)) return 'the text has an unfilled argument';
  return language === 'zh' && !/\p{Script=Han}/u.test(text) ? 'the text is not Chinese' : undefined;
}

function faultsOf({ code, params }: ToldRefusal): string[] {
  return BASE_LANGUAGES.flatMap((language) => {
    try {
      const text = errorText(speakerOf(language), { code, ...(params && { params }) });
      const fault = faultOf(code, language, text);
      return fault ? [`${code}, ${language}: ${fault}: ${text}`] : [];
    } catch (error) {
      return [`${code}, ${language}, with ${JSON.stringify(params)}: ${String(error)}`];
    }
  });
}

const folder = process.argv[2] ?? '';
const lines = await linesIn(folder);
const provoked = lines.filter((line) => 'params' in line);
const answered = lines.filter((line) => 'call' in line);
const document = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8')) as Document;
const met = new Set<string>(provoked.map(({ code }) => code));
const codes = Object.keys(ERRORS).filter(isErrorCode);
const faults = [
  ...codes
    .filter((code) => !met.has(code))
    .map((code) => `${code}: no server test provokes this error code; add one, or delete the code`),
  ...provoked.flatMap(faultsOf),
  ...undocumented(document, answered),
];
console.log(`Error catalog: server tests provoke ${met.size} of ${codes.length} codes`);
for (const fault of new Set(faults)) console.error(`  ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
