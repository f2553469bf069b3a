import { FILE_NAME_MAX } from '#domain/basics/file-limit.ts';

/**
 * Matches the parts of a file name that are removed: folders, and characters that can make a name look like another
 * one, such as control characters and changes of direction.
 */
const NOT_IN_NAMES = /^.*[/\\]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>|:*?]/gsu;

/** Returns the original name of an uploaded file, with the ending of its real type. */
export function nameFor(given: string, fileType: string): string {
  const name = given.replaceAll(NOT_IN_NAMES, '').trim();
  const ending = `.${fileType}`;
  const stem = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name;
  return (stem.trim() || 'document').slice(0, FILE_NAME_MAX - ending.length).toWellFormed() + ending;
}
