// Measures the first visit of a page: the gzipped JavaScript and CSS in the bundle's own list of chunks. The check
// fails if a page exceeds its budget by more than a small tolerance (`NAMES_COST`, decision 36). If a page becomes
// smaller, lower its budget.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './set-up.mjs';

const USER = ['_user.tsx'];
const ADMIN = ['_admin.tsx'];

/** Pages with their route files. Budgets are in kB (1,000 bytes). */
const PAGES = {
  'sign-in': { budget: 197.1, files: ['login.tsx'] },
  'list of auctions': { budget: 211.7, files: [...USER, '_user/user/upcoming.tsx'] },
  marketplace: { budget: 222.5, files: [...USER, '_user/user/marketplace/index.tsx'] },
  room: { budget: 237.5, files: [...USER, '_user/user/auction/$id/index.tsx'] },
  'form of an auction': { budget: 262.8, files: [...ADMIN, '_admin/admin/create.tsx'] },
  'form of a sell order': { budget: 259.2, files: [...ADMIN, '_admin/admin/marketplace/create.tsx'] },
};

/**
 * Tolerance in kB. The tolerance exists because file names contain hashes: any change of the code renames files, and
 * the new names may take this much more space after compression.
 */
const NAMES_COST = 0.4;

ensureBuild();
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const read = (file) => JSON.parse(readFileSync(join(dist, '.vite', file), 'utf8'));
const chunks = read('manifest.json');
const words = read('words.json');

/** Returns all files that the browser loads before it can show these chunks. */
function filesOf(keys, found = new Set()) {
  for (const key of keys) {
    const chunk = chunks[key];
    if (!chunk) throw new Error(`the build has no chunk ${key}: correct PAGES in scripts/sizes.mjs`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    for (const css of chunk.css ?? []) found.add(css);
    filesOf(chunk.imports ?? [], found);
  }
  return found;
}

/** Returns the phrase files of the frame and of these chunks, in English. */
const wordsOf = (routes) =>
  ['frame', ...routes.map((route) => words.chunks[route])]
    .map((chunk) => `${words.folder}/en/${chunk}.json`)
    .filter((file) => existsSync(join(dist, file)));

/** File with the sizes of each page's files when all pages were last within budget. It is used for comparison. */
const LAST_GOOD = fileURLToPath(new URL('../node_modules/.cache/greenlot/sizes.json', import.meta.url));
const measured = {};

for (const [page, { budget, files }] of Object.entries(PAGES)) {
  const routes = files.map((file) => `src/web/routes/${file}?tsr-split=component`);
  const loaded = [...filesOf(['index.html', ...routes]), ...wordsOf(routes)];
  const sizeIn = (ending) =>
    loaded.reduce((sum, file) => sum + statSync(join(dist, `${file}.${ending}`)).size, 0) / 1_000;
  const size = sizeIn('gz');
  const isTooLarge = size > budget + NAMES_COST;
  if (isTooLarge) process.exitCode = 1;
  measured[page] = Object.fromEntries(loaded.map((file) => [nameOf(file), statSync(join(dist, `${file}.gz`)).size]));
  const figures = `${size.toFixed(1)} kB of ${budget} (${sizeIn('br').toFixed(1)} kB with Brotli, ${loaded.length} files)`;
  console.log(`${isTooLarge ? 'TOO LARGE' : 'ok'}  ${page}: ${figures}`);
  if (isTooLarge) explain(page, Math.round((size - budget - NAMES_COST) * 1_000));
}
if (!process.exitCode) {
  mkdirSync(dirname(LAST_GOOD), { recursive: true });
  writeFileSync(LAST_GOOD, JSON.stringify(measured));
}

/**
 * Prints by how much a page exceeds its budget. It also prints which files have grown since all pages were last within
 * budget.
 */
function explain(page, bytesOver) {
  const before = existsSync(LAST_GOOD) ? JSON.parse(readFileSync(LAST_GOOD, 'utf8'))[page] : undefined;
  const changes = Object.entries(measured[page])
    .map(([file, bytes]) => ({ file, bytes: bytes - (before?.[file] ?? 0) }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 8);
  console.log(
    `    ${bytesOver} bytes over the budget and its tolerance for file names. Load code lazily that the page does not need first.`,
  );
  console.log(`    Raise a budget only with a reason in decision 36 (decisions/screens/0036-*.md).`);
  console.log(`    ${before ? 'Files that grew since the last good build' : 'The largest files'}:`);
  for (const { file, bytes } of changes) console.log(`    ${before ? '+' : ''}${bytes} ${file}`);
}

/** Returns the name of a file's source. The file's own name contains a hash, which changes with the content. */
function nameOf(file) {
  const [key, chunk] = Object.entries(chunks).find(([, one]) => one.file === file || one.css?.includes(file)) ?? [file];
  return `${chunk?.name ?? key.replace(words.folder, 'words')}${file.endsWith('.css') ? ' (css)' : ''}`;
}
