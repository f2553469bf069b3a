import { isTest } from '#testing/tidy/source.ts';

/** The number of file names that a person can read at a glance. A folder that needs more should be divided. */
const FILES_MAX = 30;

/** Folders that consist of tests: the stories. Elsewhere tests are beside their file and do not count. */
const OF_STORIES = /^tests\/e2e\//;

/** Returns the folders with more files than allowed. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counted = paths.filter((path) => OF_STORIES.test(path) || !isTest(path));
  const folders = Map.groupBy(counted, (path) => path.split('/').slice(0, -1).join('/'));
  return [...folders].flatMap(([folder, { length }]) =>
    length > FILES_MAX ? [`${folder} holds ${length} files; divide it: the limit is ${FILES_MAX}`] : [],
  );
}
