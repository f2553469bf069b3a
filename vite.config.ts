import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { RolldownMagicString } from 'rolldown';
import { Visitor, type ESTree } from 'rolldown/utils';
import { defineConfig, type Plugin } from 'vite';
import { copiedParts } from './scripts/bundle/copied-parts.ts';
import { partsOfChunks } from './scripts/bundle/parts-of-chunks.ts';
import { behindVite, wordsInDevelopment } from './scripts/bundle/development.ts';
import { wordsOfChunks } from './scripts/bundle/words-of-chunks.ts';
import { BROWSERS } from './src/server/platform/pages/browsers.ts';

/** The properties of a route that the browser reads. Only the server reads all other properties, mainly schemas. */
const READ_OF_ROUTES = new Set(['access', 'idempotencyKey', 'file']);

/** Replaces each removed part at first. When the code is printed, this mark is removed together with its comma. */
const NOT_READ = '__notRead: null';

/** Removes the parts of the contract that only the server reads: a tenth of any page (decision 11, no-schemas.ts). */
function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    apply: 'build',
    transform: {
      filter: { id: /src\/contract\/[\w/-]+\.ts$/ },
      handler(code) {
        const kept = new RolldownMagicString(code);
        let doneUpTo = 0;
        new Visitor({
          VariableDeclarator({ init }) {
            const value = init?.type === 'TSAsExpression' ? init.expression : init;
            if (!value || !hasSpread(value)) return;
            kept.appendLeft(value.start, '/* @__PURE__ */ (() => (').appendRight(value.end, '))()');
          },
          CallExpression(call) {
            const [, input] = call.arguments;
            if (call.start < doneUpTo) return;
            if (isOfSchemas(call)) kept.overwrite(call.start, (doneUpTo = call.end), 'z');
            if (call.callee.type !== 'Identifier' || call.callee.name !== 'route' || !input) return;
            doneUpTo = call.end;
            kept.appendLeft(call.start, '/* @__PURE__ */ ');
            if (input.type !== 'ObjectExpression') return;
            for (const part of input.properties)
              if (part.type === 'Property' && part.key.type === 'Identifier' && !READ_OF_ROUTES.has(part.key.name))
                kept.overwrite(part.start, part.end, NOT_READ);
          },
        }).visit(this.parse(code));
        const read = kept.toString().replaceAll(new RegExp(`${NOT_READ},?`, 'g'), '');
        return withoutIdleImports(read).replace(
          /import \* as z from (["'])zod\/mini\1/,
          "import z from '#web/platform/calls/no-schemas.ts'",
        );
      },
    },
  };
}

/** Returns whether a value contains a spread. Only schemas use such values, but a bundler keeps a spread. */
const hasSpread = (value: ESTree.Expression): boolean =>
  (value.type === 'ArrayExpression' && value.elements.some((element) => element?.type === 'SpreadElement')) ||
  (value.type === 'ObjectExpression' && value.properties.some(({ type }) => type === 'SpreadElement'));

/** Removes imports that only schemas used. Otherwise the first chunk would contain rules of the domain. */
const withoutIdleImports = (code: string): string =>
  code.replaceAll(/^import \{([^}]*)\} from "#(?:domain|contract)\/[^"]*";$/gm, (line, names: string) => {
    const isUsed = (name: string) => code.split(new RegExp(`\\b${name}\\b`)).length > 2;
    return names.split(',').some((name) => isUsed(name.trim().split(' ').at(-1) ?? '')) ? line : '';
  });

/** Returns whether a chain of calls begins with zod. */
function isOfSchemas(call: ESTree.Expression): boolean {
  if (call.type === 'Identifier') return call.name === 'z';
  if (call.type === 'CallExpression') return isOfSchemas(call.callee);
  return call.type === 'MemberExpression' && isOfSchemas(call.object);
}

/** Matches Mantine's own palettes that we do not use, to remove them. The theme replaces all other palettes. */
const PALETTES_UNUSED =
  /^\s*--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-[^;]*;/gm;

function withoutPalettes(): Plugin {
  return {
    name: 'without-palettes',
    enforce: 'pre',
    transform: {
      filter: { id: /default-css-variables\.layer\.css$/ },
      handler: (css) => css.replaceAll(PALETTES_UNUSED, ''),
    },
  };
}

const COMPRESSED = /\.(m?js|css|svg|html|json)$/;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/** Writes each file also as .br and .gz. So each file is compressed once at the best quality, not for each request. */
function compressed(): Plugin {
  let folder = '';
  const compress = async (path: string) => {
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, BROTLI));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  };
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((file) => COMPRESSED.test(file)).map((file) => compress(join(folder, file))));
    },
  };
}

/** Modules of tables. Most pages have a table, but the room and the forms do not. */
const TABLES = /src\/web\/design\/lists\/(?:data-table|pager)\.tsx$/;
const OF_TABLES =
  /design\/lists\/(?:data-table|pager|list-state|hidden-columns)|NativeSelect|ComboboxChevron|parsed-combobox|IconChevrons/;

/** Modules that are shared by several forms, lists or sign-in pages, or by the room, the entry and the details. */
const OF_FORMS =
  /design\/[\w-]+\/(?:use-form|use-stored-form|use-leave-guard|number-field|save-bar|reason-button|form-section|form-error|checked-form|editor-skeleton|loaded|form-sheet)\.|platform\/calls\/(?:request-key|use-change|use-searched-choices)\.|useBlocker\.|use-debounced-value\.|basics\/(?:instant|judge-money)\.|Alert[/.]/;
const OF_LISTS =
  /design\/lists\/(?:search-field|use-filter|filter-segments|filter-toggle|toolbar|list-views|nothing-listed)\.|Icon(?:Bookmark|Columns|Filter|SearchOff)\./;
const OF_SIGN_IN =
  /web\/identity\/[\w-]+\/(?:sign-in|use-enter|use-wait|password-step|demo-people|sign-in-frame|depth-motif)\.|PasswordInput|IconUser\./;
const OF_ROOM =
  /web\/bidding\/[\w-]+\/(?:draft|bid-form|auction-query|use-auction-places|phase)\.|domain\/(?:bidding\/bid|award\/close)\.|IconPlugConnectedX\./;
/** Modules of number fields. Forms and the room use them. */
const OF_FIGURES = /design\/[\w-]+\/(?:number-text|after-press)\.|basics\/(?:amount|accept|result)\./;
const SELECT = /NativeSelect|ComboboxChevron|parsed-combobox/;
/** Styles that many dialogs need. Few pages need all of these styles. */
const LATER_STYLES = /styles\/(?:CloseButton|Combobox)\.layer/;

/** Puts only these modules into one chunk. The modules that they import stay in their own chunks. */
const alone = (name: string, test: RegExp) => ({ name, test, priority: 2, includeDependenciesRecursively: false });

/**
 * Groups of modules; each becomes a chunk. Without groups, shared modules become hundreds of chunks of 0.5 kB. These
 * compress badly, and their names alone take 9 kB. There is one chunk for the entry, one for most pages, one for the
 * frame of signed-in users' pages, and one for all pages of auctions. The bundler reads priorities as integers. If two
 * groups have equal priorities, the first group wins.
 */
const CHUNKS = [
  { name: 'frame', tags: ['$initial' as const], priority: 2 },
  alone('forms', OF_FORMS),
  alone('lists', OF_LISTS),
  alone('select', SELECT),
  alone('figures', OF_FIGURES),
  alone('sign-in', OF_SIGN_IN),
  alone('room', OF_ROOM),
  {
    name: 'shared',
    minShareCount: 54,
    priority: 1,
    test: (module: string) => !OF_TABLES.test(module) && !LATER_STYLES.test(module),
  },
  { name: 'tables', test: TABLES, priority: 0.6 },
  {
    name: 'shell',
    test: /src\/web\/(?:shell\/shell|platform\/calls\/read-query|notice\/notice-bell|search\/search-button|tour\/tour-guide)\.tsx?$/,
    priority: 0.5,
  },
  {
    name: 'auctions',
    test: /src\/web\/(?:auction\/auction-phase|notice\/watch-button|platform\/(?:live\/live|live\/live-queries|format\/alias-text))\.tsx?$/,
    priority: 0.4,
  },
  {
    // Modules that the room shares with entry, details and replay. Without this, they would be ten tiny chunks.
    name: 'bids',
    test: /bidding\/[\w-]+\/(?:ranking|conduct-note|auction-title|outcome-mark)\.tsx$|part-words|design\/layout\/sums|bidding\/allocate\.ts$|Icon(?:Minus|Eye|EyeOff|Keyboard)\.mjs$/,
    priority: 0.3,
  },
];

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/web/routes',
      generatedRouteTree: 'src/web/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    wordsOfChunks(),
    wordsInDevelopment(),
    partsOfChunks(),
    withoutSchemas(),
    withoutPalettes(),
    copiedParts(),
    compressed(),
  ],
  // The worker that verifies records reads files from anyone. So it is built with the real schemas, without the plugins
  // above (decision 28).
  worker: { format: 'es' },
  server: behindVite(),
  build: {
    outDir: 'dist',
    target: Object.entries(BROWSERS).map(([browser, version]) => browser + version),
    chunkSizeWarningLimit: 700,
    manifest: true,
    // The licenses of the bundled packages. The file is served beside the bundle (NOTICE).
    license: { fileName: 'third-party-notices.md' },
    rolldownOptions: {
      // Importing rules and routes has no side effects, so the bundler removes the unused ones.
      treeshake: { moduleSideEffects: [{ test: /\/src\/(?:contract|domain)\//, sideEffects: false }] },
      output: {
        codeSplitting: { groups: CHUNKS },
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
});
