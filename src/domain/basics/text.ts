import type { Refusal } from '#domain/basics/result.ts';

export type TextRefusal = 'field_required' | 'less_than_maximum_character';

/** Refuses a text of more than `maximum` characters (docs/rules.md#fields). */
export const judgeLength = (text: string, maximum: number): Refusal<'less_than_maximum_character'> | undefined =>
  text.length > maximum ? { code: 'less_than_maximum_character', params: { maximum } } : undefined;

/** Refuses a blank text, and a text of more than `maximum` characters. */
export const judgeText = (text: string, maximum: number): Refusal<TextRefusal> | undefined =>
  text.trim() === '' ? { code: 'field_required' } : judgeLength(text, maximum);

/**
 * Trims texts and replaces each run of spaces and line breaks by one space. Texts are judged, stored and compared in
 * this form.
 */
export const tidyTexts = <Fields extends Readonly<Record<string, string>>>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [field, text.trim().replaceAll(/\s+/g, ' ')]),
  ) as Fields;

export type CharacterRefusal = 'emoji_not_allowed' | 'not_allow_special_character';

/** Matches emoji in any encoding. Marks such as © and ™ are allowed, because some names contain them. */
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|[\p{Regional_Indicator}\p{Emoji_Modifier}\u{FE0F}\u{20E3}]/u;
/**
 * Matches invisible characters, and characters that change the text direction. With such characters, two different
 * names could look the same.
 */
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

/** Refuses emoji and invisible characters. */
export function judgeCharacters(text: string): Refusal<CharacterRefusal> | undefined {
  if (EMOJI.test(text)) return { code: 'emoji_not_allowed' };
  return UNSEEN.test(text) ? { code: 'not_allow_special_character' } : undefined;
}

/** Judges the name of a person or a company. The name may be in any script. */
export const judgeName = (name: string, maximum: number): Refusal<TextRefusal | CharacterRefusal> | undefined =>
  judgeText(name, maximum) ?? judgeCharacters(name);

/** Maximum number of characters of an address (docs/rules.md#fields). */
export const ADDRESS_LENGTH_MAX = 255;
/**
 * Matches an address: letters of any script, digits, spaces and these marks. Full-width marks, which Chinese input
 * methods write, are converted before the check.
 */
const ADDRESS = /^[\p{L}\p{M}\p{N} .,;()[\]{}/&_|'-]*$/u;

export type AddressRefusal = 'less_than_maximum_character' | 'address_incorrect';

/** Judges the length and the characters of an address (docs/rules.md#fields). */
export const judgeAddress = (address: string): Refusal<AddressRefusal> | undefined =>
  judgeLength(address, ADDRESS_LENGTH_MAX) ??
  (ADDRESS.test(address.normalize('NFKC')) ? undefined : { code: 'address_incorrect' });

export const REMARK_LENGTH_MAX = 2_000;

/** Judges a remark of an administrator. */
export const judgeRemark = (content: string, isRequired: boolean): Refusal<TextRefusal> | undefined =>
  isRequired ? judgeText(content, REMARK_LENGTH_MAX) : judgeLength(content, REMARK_LENGTH_MAX);
