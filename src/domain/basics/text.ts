import type { Refusal } from '#domain/basics/result.ts';

export type TextRefusal = 'field_required' | 'less_than_maximum_character';

/** A text of at most so many characters (docs/rules.md#fields). */
export const judgeLength = (text: string, maximum: number): Refusal<'less_than_maximum_character'> | undefined =>
  text.length > maximum ? { code: 'less_than_maximum_character', params: { maximum } } : undefined;

/** A text that must say something, in at most so many characters. */
export const judgeText = (text: string, maximum: number): Refusal<TextRefusal> | undefined =>
  text.trim() === '' ? { code: 'field_required' } : judgeLength(text, maximum);

/** Spaces at the ends, runs of them and line breaks say nothing: what is judged, stored and compared has none. */
export const tidyTexts = <Fields extends Readonly<Record<string, string>>>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [field, text.trim().replaceAll(/\s+/g, ' ')]),
  ) as Fields;

export type CharacterRefusal = 'emoji_not_allowed' | 'not_allow_special_character';

/** Pictures, in whatever way they are put together; marks such as © and ™ belong to names. */
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|[\p{Regional_Indicator}\p{Emoji_Modifier}\u{FE0F}\u{20E3}]/u;
/** What nobody sees, and what turns the direction of a text around: two names would look alike. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

export function judgeCharacters(text: string): Refusal<CharacterRefusal> | undefined {
  if (EMOJI.test(text)) return { code: 'emoji_not_allowed' };
  return UNSEEN.test(text) ? { code: 'not_allow_special_character' } : undefined;
}

/** A name of somebody, in any script. */
export const judgeName = (name: string, maximum: number): Refusal<TextRefusal | CharacterRefusal> | undefined =>
  judgeText(name, maximum) ?? judgeCharacters(name);

/**
 * Longest address, and what it may be written with (docs/rules.md#fields): letters of any script, digits, blanks and
 * these marks. Chinese input writes the marks in full width.
 */
export const ADDRESS_LENGTH_MAX = 255;
const ADDRESS = /^[\p{L}\p{M}\p{N} .,;()[\]{}/&_|'-]*$/u;

export type AddressRefusal = 'less_than_maximum_character' | 'address_incorrect';

export const judgeAddress = (address: string): Refusal<AddressRefusal> | undefined =>
  judgeLength(address, ADDRESS_LENGTH_MAX) ??
  (ADDRESS.test(address.normalize('NFKC')) ? undefined : { code: 'address_incorrect' });

export const REMARK_LENGTH_MAX = 2_000;

/** Why an admin does something, to whom it concerns. */
export const judgeRemark = (content: string, isRequired: boolean): Refusal<TextRefusal> | undefined =>
  isRequired ? judgeText(content, REMARK_LENGTH_MAX) : judgeLength(content, REMARK_LENGTH_MAX);
