import { isTest } from '#testing/tidy/source.ts';

/** As many names as somebody reads through at once. Whoever needs more has found a new room. */
const FILES_MAX = 30;

/** Where tests are what there is: the stories. Elsewhere they stand beside their file and don't count. */
const OF_STORIES = /^tests\/e2e\//;

/** Folders that hold more files than a room may. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counted = paths.filter((path) => OF_STORIES.test(path) || !isTest(path));
  const folders = Map.groupBy(counted, (path) => path.split('/').slice(0, -1).join('/'));
  return [...folders].flatMap(([folder, { length }]) =>
    length > FILES_MAX ? [`${folder} holds ${length} files, ${FILES_MAX} are allowed`] : [],
  );
}
