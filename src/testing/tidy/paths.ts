import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, ROOT, type Rule } from '#testing/tidy/source.ts';

/** Folders whose files documents and comments may name. */
const FOLDERS = [
  'src',
  'tests',
  'bench',
  'scripts',
  'docs',
  'decisions',
  'migrations',
  'deploy',
  'guide',
  'public',
  'packages',
  'clients',
];
/**
 * Matches the name of a source file, the end of its path, or any path that begins with one of `FOLDERS`. It does not
 * match patterns and web addresses.
 */
const NAMED = new RegExp(
  String.raw`(?<![\w/.$*{<>-])(?:(?:[\w$@.-]+/)*[a-z_][\w$.-]*\.(?:tsx?|mjs)(?![\w/*])|(?:${FOLDERS.join('|')})/[\w$@./-]*\w(?![\w*{]))`,
  'g',
);

/**
 * Returns the path of every file and folder, and every end of each path. For example: `src/web/router.ts`,
 * `web/router.ts`, `router.ts`.
 */
export function endsOfPaths(paths: readonly string[]): ReadonlySet<string> {
  const parents = paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/')));
  return new Set(parents.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))));
}

/** Files that operators create, as the guide says. */
const OF_OPERATORS = ['deploy/.env'];

/** Returns all paths of the repository. Installed packages and built files are left out. */
export function readPaths(): string[] {
  const inside = FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  return [...readdirSync(ROOT), ...inside, ...OF_OPERATORS];
}

/** Returns the texts of the repository's documents, by path. */
export function readDocuments(paths: readonly string[]): Map<string, string> {
  const documents = paths.filter((path) => /^[^/]+\.md$|^(docs|decisions|bench|tests|clients)\/.*\.md$/.test(path));
  return new Map(documents.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** Returns the paths that a document names but that do not exist. */
export function missingInDocument(path: string, text: string, known: ReadonlySet<string>): string[] {
  return missingIn(text, known).map(({ at, name }) => `${path}:${lineAt(text, at)} ${isMissing(name)}`);
}

/** Returns a rule that reads comments and finds paths that do not exist. */
export const missingInComments =
  (known: ReadonlySet<string>): Rule =>
  ({ comments }) =>
    comments.flatMap(({ value, start }) =>
      missingIn(value, known).map(({ at, name }) => ({ at: start + at, says: isMissing(name) })),
    );

const isMissing = (name: string): string => `names ${name}, which does not exist; correct the name`;

function missingIn(text: string, known: ReadonlySet<string>): { at: number; name: string }[] {
  return [...text.matchAll(NAMED)]
    .map(({ index, 0: name }) => ({ at: index, name: name.replace(/\.$/, '') }))
    .filter(({ name }) => !known.has(name));
}
