export type Phrases = { [key: string]: string | Phrases };

/** A phrase that a translator has to look at. */
export type PhraseToReview = { readonly key: string; readonly english: string; readonly why: 'missing' | 'equal' };

/**
 * Returns the phrases that a language lacks, and those that are equal to the English ones. Equal phrases can be right,
 * such as units. Phrases without letters, and those that only insert values, are left out.
 */
export function phrasesToReview(english: Phrases, other: Phrases, within = ''): PhraseToReview[] {
  return Object.entries(english).flatMap(([name, own]): PhraseToReview[] => {
    const key = within + name;
    const theirs = other[name];
    if (typeof own !== 'string') return phrasesToReview(own, typeof theirs === 'object' ? theirs : {}, `${key}.`);
    if (typeof theirs !== 'string' || theirs.trim() === '') return [{ key, english: own, why: 'missing' }];
    const isSame = theirs === own && /\p{L}/u.test(own.replaceAll(/\{[^{}]*\}/g, ''));
    return isSame ? [{ key, english: own, why: 'equal' }] : [];
  });
}
