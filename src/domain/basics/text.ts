import type { Refusal } from '#domain/basics/result.ts';

export type TextRefusal = 'field_required' | 'less_than_maximum_character';

/** A text of at most so many characters (specification 5). */
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
