import type { Refusal } from '#domain/basics/result.ts';

export const MEGABYTE = 1_048_576;

/** The most bytes that an uploaded file may have, and what is said of one that has more. */
export type FileLimit<Code extends string = string> = { readonly bytes: number; readonly tooLarge: Refusal<Code> };

/** Asked before a file is sent, and once more where it arrives. */
export const judgeBytes = <Code extends string>(limit: FileLimit<Code>, bytes: number): Refusal<Code> | undefined =>
  bytes > limit.bytes ? limit.tooLarge : undefined;
