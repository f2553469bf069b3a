import type { Refusal } from '#domain/basics/result.ts';

export const MEGABYTE = 1_048_576;
/** The maximum number of characters of a file's name, with its ending. */
export const FILE_NAME_MAX = 200;

/** The maximum size of an uploaded file in bytes, and the refusal of a larger file. */
export type FileLimit<Code extends string = string> = { readonly bytes: number; readonly tooLarge: Refusal<Code> };

/**
 * Judges the size of a file. The browser calls this function before it sends a file. The server calls this function
 * when it receives a file.
 */
export const judgeBytes = <Code extends string>(limit: FileLimit<Code>, bytes: number): Refusal<Code> | undefined =>
  bytes > limit.bytes ? limit.tooLarge : undefined;
