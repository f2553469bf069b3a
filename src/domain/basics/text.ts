import type { Refusal } from '#domain/basics/result.ts';

export type TextRefusal = 'field_required' | 'less_than_maximum_character';

/** Refuses a text of more than `maximum` characters (docs/rules.md#fields). */
export const judgeLength = (text: string, maximum: number): Refusal<'less_than_maximum_character'> | undefined =>
  text.length > maximum ? { code: 'less_than_maximum_character', params: { maximum } } : undefined;

/** Refuses a blank text, and a text of more than `maximum` characters. */
export const judgeText = (text: string, maximum: number): Refusal<TextRefusal> | undefined =>
  text.trim() === '' ? { code: 'field_required' } : judgeLength(text, maximum);

/**
 * Trims texts and replaces runs of spaces and line breaks by one space. Texts are judged, stored and compared in this
 * form.
 */
export const tidyTexts = <Fields extends Readonly<Record<string, string>>>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [field, text.trim().replaceAll(/\s+/g, ' ')]),
  ) as Fields;

export type CharacterRefusal = 'emoji_not_allowed' | 'not_allow_special_character';

/** Emoji in any encoding. Marks such as © and ™ are allowed, because they belong to names. */
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|[\p{Regional_Indicator}\p{Emoji_Modifier}\u{FE0F}\u{20E3}]/u;
/**
 * Invisible characters, and characters that change the text direction: with them two different names could look alike.
 */
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

/** Refuses emoji and invisible characters. */
export function judgeCharacters(text: string): Refusal<CharacterRefusal> | undefined {
  if (EMOJI.test(text)) return { code: 'emoji_not_allowed' };
  return UNSEEN.test(text) ? { code: 'not_allow_special_character' } : undefined;
}

/** Judges the name of a person or company, in any script. */
export const judgeName = (name: string, maximum: number): Refusal<TextRefusal | CharacterRefusal> | undefined =>
  judgeText(name, maximum) ?? judgeCharacters(name);

/**
 * Longest address, and the characters that it may contain (docs/rules.md#fields): letters of any script, digits, spaces
 * and these marks. Chinese input methods write the marks in full width.
 */
export const ADDRESS_LENGTH_MAX = 255;
const ADDRESS = /^[\p{L}\p{M}\p{N} .,;()[\]{}/&_|'-]*$/u;

export type AddressRefusal = 'less_than_maximum_character' | 'address_incorrect';

/** Judges an address: its length, and its characters after full-width ones are converted (docs/rules.md#fields). */
export const judgeAddress = (address: string): Refusal<AddressRefusal> | undefined =>
  judgeLength(address, ADDRESS_LENGTH_MAX) ??
  (ADDRESS.test(address.normalize('NFKC')) ? undefined : { code: 'address_incorrect' });

export const REMARK_LENGTH_MAX = 2_000;

/** Judges an admin's remark to the people concerned. */
export const judgeRemark = (content: string, isRequired: boolean): Refusal<TextRefusal> | undefined =>
  isRequired ? judgeText(content, REMARK_LENGTH_MAX) : judgeLength(content, REMARK_LENGTH_MAX);
