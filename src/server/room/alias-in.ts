import { numberOfAlias } from '#domain/bidding/alias.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** Returns an alias in the reader's language. Usernames, which admins see in the same place, stay as they are. */
export function aliasIn(language: Language, name: string): string {
  const number = numberOfAlias(name);
  return number === undefined ? name : wordsIn(language)('unit.bidderAlias', { number });
}
