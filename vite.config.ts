import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import compilePhrase from 'icu-minify/compile';
import { RolldownMagicString } from 'rolldown';
import { Visitor, type ESTree } from 'rolldown/utils';
import { defineConfig, type Plugin } from 'vite';

type Phrases = { [key: string]: string | Phrases };

const compiledPhrases = (phrases: Phrases): object =>
  Object.fromEntries(
    Object.entries(phrases).map(([key, words]) => [
      key,
      typeof words === 'string' ? compilePhrase(words) : compiledPhrases(words),
    ]),
  );

/** Catalogues are parsed here once; what prints them in the browser is then a tenth of the parser (10 kB less). */
function phrasesCompiled(): Plugin {
  return {
    name: 'phrases-compiled',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
    }),
    transform: {
      filter: { id: /src\/phrases\/\w+\.json$/ },
      handler: (json) => {
        // Mails and documents are written by the server alone.
        const shown = Object.entries(JSON.parse(json) as Phrases).filter(([part]) => !/mail$|^document$/i.test(part));
        return JSON.stringify(compiledPhrases(Object.fromEntries(shown)));
      },
    },
  };
}

/** What the browser reads of a route. All else of it, its schemas above all, is for the server. */
const READ_OF_ROUTES = new Set(['at', 'method', 'path', 'access', 'idempotent', 'file']);

/** The contract without what only the server reads, which would be a tenth of any page (decision 11, no-schemas.ts). */
function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    apply: 'build',
    transform: {
      filter: { id: /src\/contract\/[\w-]+\.ts$/ },
      handler(code) {
        const kept = new RolldownMagicString(code);
        let doneUpTo = 0;
        new Visitor({
          CallExpression(call) {
            const [input] = call.arguments;
            if (call.start < doneUpTo) return;
            if (isOfSchemas(call)) kept.overwrite(call.start, (doneUpTo = call.end), 'z');
            if (call.callee.type !== 'Identifier' || call.callee.name !== 'route' || input?.type !== 'ObjectExpression')
              return;
            doneUpTo = call.end;
            kept.appendLeft(call.start, '/* @__PURE__ */ ');
            for (const part of input.properties)
              if (part.type === 'Property' && part.key.type === 'Identifier' && !READ_OF_ROUTES.has(part.key.name))
                kept.overwrite(part.start, part.end, `${part.key.name}: null`);
          },
        }).visit(this.parse(code));
        return kept
          .toString()
          .replace(/import \* as z from (["'])zod\/mini\1/, "import z from '#web/platform/no-schemas.ts'");
      },
    },
  };
}

/** Whether a chain of calls begins with zod. */
function isOfSchemas(call: ESTree.Expression): boolean {
  if (call.type === 'Identifier') return call.name === 'z';
  if (call.type === 'CallExpression') return isOfSchemas(call.callee);
  return call.type === 'MemberExpression' && isOfSchemas(call.object);
}

/** Mantine's own palettes but those that we use: the theme brings the others' places. */
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

const COMPRESSED = /\.(js|css|svg|html)$/;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/** Each file also as .br and .gz, made once here with the best quality instead of at every request. */
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

/**
 * Left alone, what pages share becomes hundreds of chunks of half a kilobyte, which compress badly and whose names alone
 * are 9 kB. So all that the entry needs is one chunk, and all that most pages need is another; names stay out of theirs.
 */
const CHUNKS = [
  { name: 'frame', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', minShareCount: 40, priority: 1 },
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
    phrasesCompiled(),
    withoutSchemas(),
    withoutPalettes(),
    compressed(),
  ],
  // The thread that verifies records reads files that anybody may have written: it is built with the real schemas, without
  // the plugins above (decision 28).
  worker: { format: 'es' },
  // One JSON.parse per catalogue is a third smaller than an object literal with an export per key.
  json: { stringify: true, namedExports: false },
  build: {
    outDir: 'dist',
    // Below these versions Lightning CSS would lower light-dark(), which leaves Mantine without colours.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 700,
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNKS }, chunkFileNames: 'assets/[hash].js' },
    },
  },
});
