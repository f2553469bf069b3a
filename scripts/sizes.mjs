// What a first visit of a page costs: JavaScript and CSS as gzip, counted from the bundle's own list of chunks.
// Fails where a page has outgrown its budget by more than new names of files cost (decision 36).
// A budget is lowered when a page got smaller.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './set-up.mjs';

const USER = ['_user.tsx'];
const ADMIN = ['_admin.tsx'];

/** Pages by the route files that make them up, with their budgets in kB (1,000 bytes). */
const PAGES = {
  'sign-in': { budget: 187.9, files: ['login.tsx'] },
  'list of auctions': { budget: 200.9, files: [...USER, '_user/user/upcoming.tsx'] },
  marketplace: { budget: 212.2, files: [...USER, '_user/user/marketplace/index.tsx'] },
  room: { budget: 225.3, files: [...USER, '_user/user/auction/$id/index.tsx'] },
  'form of an auction': { budget: 251.3, files: [...ADMIN, '_admin/admin/create.tsx'] },
  'form of a sell order': { budget: 250.5, files: [...ADMIN, '_admin/admin/marketplace/create.tsx'] },
};

/** The names of files hold hashes, and any change gives them others, which may compress worse by so many kB. */
const NAMES_COST = 0.4;

ensureBuild();
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const read = (file) => JSON.parse(readFileSync(join(dist, '.vite', file), 'utf8'));
const chunks = read('manifest.json');
const words = read('words.json');

/** All files that the browser asks for before it can show these chunks. */
function filesOf(keys, found = new Set()) {
  for (const key of keys) {
    const chunk = chunks[key];
    if (!chunk) throw new Error(`no chunk ${key}`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    for (const css of chunk.css ?? []) found.add(css);
    filesOf(chunk.imports ?? [], found);
  }
  return found;
}

/** The phrases of the frame and of these chunks, in English. */
const wordsOf = (routes) =>
  ['frame', ...routes.map((route) => words.chunks[route])]
    .map((chunk) => `${words.folder}/en/${chunk}.json`)
    .filter((file) => existsSync(join(dist, file)));

for (const [page, { budget, files }] of Object.entries(PAGES)) {
  const routes = files.map((file) => `src/web/routes/${file}?tsr-split=component`);
  const loaded = [...filesOf(['index.html', ...routes]), ...wordsOf(routes)];
  const sizeIn = (ending) =>
    loaded.reduce((sum, file) => sum + statSync(join(dist, `${file}.${ending}`)).size, 0) / 1_000;
  const size = sizeIn('gz');
  const isTooLarge = size > budget + NAMES_COST;
  if (isTooLarge) process.exitCode = 1;
  const figures = `${size.toFixed(1)} kB of ${budget} (${sizeIn('br').toFixed(1)} as sent, ${loaded.length} files)`;
  console.log(`${isTooLarge ? 'TOO LARGE' : 'ok'}  ${page}: ${figures}`);
}
