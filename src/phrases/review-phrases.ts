import { argumentsOf, bare, isWellFormed } from '#phrases/icu.ts';

export type Phrases = { [key: string]: string | Phrases };

/**
 * Why a translator has to look at a phrase. `missing`: the file has no text. `placeholders`: the text is ill-formed, or
 * its placeholders differ from the English ones. `unknown`: Greenlot has no phrase with this key. `equal`: the text is
 * the English one. Readers see English in the first two cases.
 */
export type WhyToReview = 'missing' | 'placeholders' | 'unknown' | 'equal';

/** A phrase that a translator has to look at. `own` is the text in the other language. */
export type PhraseToReview = {
  readonly key: string;
  readonly why: WhyToReview;
  readonly english: string;
  readonly own: string;
};

/** Returns every phrase with its whole key, in the order of the file. */
export const flatPhrases = (phrases: Phrases, within = ''): [key: string, phrase: string][] =>
  Object.entries(phrases).flatMap(([name, phrase]): [string, string][] =>
    typeof phrase === 'string' ? [[within + name, phrase]] : flatPhrases(phrase, `${within}${name}.`),
  );

/**
 * Returns the phrases that a translator of a language has to look at. Equal phrases can be right, such as units. Phrases
 * without words are never listed as equal.
 */
export function phrasesToReview(english: Phrases, other: Phrases): PhraseToReview[] {
  const texts = new Map(flatPhrases(other));
  const known = flatPhrases(english);
  const keys = new Set(known.map(([key]) => key));
  const unknown = [...texts].filter(([key]) => !keys.has(key));
  return [
    ...known.flatMap(([key, phrase]) => {
      const own = texts.get(key) ?? '';
      const why = judgePhrase(phrase, own);
      return why ? [{ key, why, english: phrase, own }] : [];
    }),
    ...unknown.map(([key, own]) => ({ key, why: 'unknown', english: '', own }) as const),
  ];
}

function judgePhrase(english: string, own: string): WhyToReview | undefined {
  if (own.trim() === '') return 'missing';
  if (own === english) return /\p{L}/u.test(bare(english)) ? 'equal' : undefined;
  return takesArgumentsOf(english, own) ? undefined : 'placeholders';
}

/**
 * Returns whether a text takes the arguments of the English phrase. A text may show a number plainly that selects a
 * plural in English, because many languages have no plural.
 */
function takesArgumentsOf(english: string, own: string): boolean {
  const [expected, found] = [argumentsOf(english), argumentsOf(own)];
  const isSame = found.length === expected.length && isWellFormed(own);
  return (
    isSame &&
    found.every(({ name, kind }, at) => {
      const one = expected[at];
      return one?.name === name && (one.kind === kind || (one.kind === 'number' && kind === 'any'));
    })
  );
}

/**
 * Returns the English phrases in another language. A phrase that its file lacks, or whose placeholders are wrong, stays
 * English.
 */
export const inLanguage = (english: Phrases, other: Phrases): Phrases =>
  Object.fromEntries(
    Object.entries(english).map(([name, phrase]) => {
      const own = other[name];
      if (typeof phrase !== 'string') return [name, inLanguage(phrase, typeof own === 'object' ? own : {})];
      const isUsable = typeof own === 'string' && own.trim() !== '' && takesArgumentsOf(phrase, own);
      return [name, isUsable ? own : phrase];
    }),
  );
