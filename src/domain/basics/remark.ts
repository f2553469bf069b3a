import type { Refusal } from '#domain/basics/result.ts';
import { judgeLength, judgeText, type TextRefusal } from '#domain/basics/text.ts';

export const REMARK_LENGTH_MAX = 2_000;

/** Why an admin does something, to whom it concerns. */
export const judgeRemark = (content: string, isRequired: boolean): Refusal<TextRefusal> | undefined =>
  isRequired ? judgeText(content, REMARK_LENGTH_MAX) : judgeLength(content, REMARK_LENGTH_MAX);
