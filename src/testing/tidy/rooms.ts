import { isTest } from '#testing/tidy/source.ts';

/**
 * Maximum number of files in a folder. A person can see this many names at a glance. A folder with more files should be
 * divided.
 */
const FILES_MAX = 30;

/**
 * Matches the folders of stories, where tests count as files. In all other folders, tests are beside their source file
 * and do not count.
 */
const OF_STORIES = /^tests\/e2e\//;

/** Returns the folders with more files than `FILES_MAX`. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counted = paths.filter((path) => OF_STORIES.test(path) || !isTest(path));
  const folders = Map.groupBy(counted, (path) => path.split('/').slice(0, -1).join('/'));
  return [...folders].flatMap(([folder, { length }]) =>
    length > FILES_MAX ? [`${folder} holds ${length} files; divide it: the limit is ${FILES_MAX}`] : [],
  );
}
