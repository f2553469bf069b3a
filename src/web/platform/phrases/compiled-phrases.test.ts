import compilePhrase from 'icu-minify/compile';
import { expect, it } from 'vitest';
import { createTranslator } from 'use-intl';
import formatCompiled from 'use-intl/format-message/format-only';
import { priceFormat } from '#domain/basics/price.ts';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };

/**
 * The phrases as the server parses them. The bundle has compiled phrases and a small printer. The texts must be equal.
 */
type Phrases = { readonly [key: string]: string | Phrases };
type Node = string | number | readonly unknown[];

const COUNTS = [0, 1, 2, 1_234];
const formats = { number: { price: priceFormat(3) } };

/** Returns the arguments of a compiled phrase. The value is true for a number, plural or select. */
function argumentsOf(nodes: readonly unknown[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const node of nodes as Node[]) {
    if (!Array.isArray(node)) continue;
    const [name, kind, inner] = node as [string, unknown, unknown];
    found.set(name, (found.get(name) ?? false) || typeof kind === 'number');
    const branches = typeof inner === 'object' && inner !== null ? Object.values(inner) : [];
    for (const branch of branches) {
      if (Array.isArray(branch)) for (const [key, isCount] of argumentsOf(branch)) found.set(key, isCount);
    }
  }
  return found;
}

const flat = (phrases: Phrases, before = ''): [string, string][] =>
  Object.entries(phrases).flatMap(([key, words]): [string, string][] =>
    typeof words === 'string' ? [[before + key, words]] : flat(words, `${before}${key}.`),
  );

it.each([
  ['en', en],
  ['zh', zh],
] as ['en' | 'zh', Phrases][])('compiled phrases print the same as parsed ones: %s', (locale, phrases) => {
  const parsed = createTranslator({ locale, messages: phrases, timeZone: 'UTC', formats }) as unknown as (
    key: string,
    values: object,
  ) => string;
  const formatters = {
    getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
    getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
  };
  for (const [key, words] of flat(phrases)) {
    const compiled = compilePhrase(words);
    const named = Array.isArray(compiled) ? argumentsOf(compiled) : new Map<string, boolean>();
    for (const count of COUNTS) {
      const values = Object.fromEntries([...named].map(([name, isCount]) => [name, isCount ? count : `‹${name}›`]));
      const printed = formatCompiled(key, compiled, values, { locale, formatters, formats, timeZone: 'UTC' } as never);
      expect([key, printed]).toEqual([key, parsed(key, values)]);
    }
  }
});
