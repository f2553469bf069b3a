import { numberOfAlias } from '#domain/bidding/alias.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** Returns an alias in this language. Returns any other name unchanged, for example a username that an admin sees. */
export function aliasIn(language: Language, name: string): string {
  const number = numberOfAlias(name);
  return number === undefined ? name : wordsIn(language)('unit.bidderAlias', { number });
}
