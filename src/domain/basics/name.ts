import type { Refusal } from '#domain/basics/result.ts';
import { judgeText, type TextRefusal } from '#domain/basics/text.ts';

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
