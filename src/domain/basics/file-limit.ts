import type { Refusal } from '#domain/basics/result.ts';

export const MEGABYTE = 1_048_576;

/** The largest size of an uploaded file in bytes, and the refusal of a larger one. */
export type FileLimit<Code extends string = string> = { readonly bytes: number; readonly tooLarge: Refusal<Code> };

/** Judges a file's size, before the browser sends it and again when the server receives it. */
export const judgeBytes = <Code extends string>(limit: FileLimit<Code>, bytes: number): Refusal<Code> | undefined =>
  bytes > limit.bytes ? limit.tooLarge : undefined;
