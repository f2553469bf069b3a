import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
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

/** Words of errors that only the server says come with its answers; those that a rule or a screen names are needed here. */
async function errorsSaidHere(errors: Phrases): Promise<Phrases> {
  const sources = await Promise.all(
    ['src/domain', 'src/web'].map(async (folder) => {
      const files = (await readdir(folder, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
      return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    }),
  );
  const text = sources.flat().join('\n');
  return Object.fromEntries(Object.entries(errors).filter(([code]) => text.includes(code)));
}

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
      handler: async (json) => {
        // Mails, documents and exports are written by the server alone.
        const shown = Object.fromEntries(
          Object.entries(JSON.parse(json) as Phrases).filter(([part]) => !/mail$|^document$|^historyBy$/i.test(part)),
        );
        const { error } = shown;
        return JSON.stringify(
          compiledPhrases({ ...shown, ...(typeof error === 'object' && { error: await errorsSaidHere(error) }) }),
        );
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

/** What PDFs may need beside the library itself: character maps, fonts that they don't bring, decoders of their images. */
const PDF_PARTS = ['cmaps', 'standard_fonts', 'wasm'];
/** Decoders as WebAssembly would need a looser content policy; their plain twins do the same (decision 32). */
const NOT_SERVED = /\.wasm$|quickjs/;

function pdfParts(): Plugin {
  let folder = '';
  return {
    name: 'pdf-parts',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    async writeBundle() {
      const require = createRequire(import.meta.url);
      const file = require.resolve('pdfjs-dist/package.json');
      const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
      for (const part of PDF_PARTS)
        // The version is in the path, so that browsers may keep them for good.
        await cp(join(dirname(file), part), join(folder, 'assets', `pdfjs-${version}`, part), {
          recursive: true,
          filter: (path) => !NOT_SERVED.test(path),
        });
    },
  };
}

const COMPRESSED = /\.(m?js|css|svg|html)$/;
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
 * are 9 kB. So all that the entry needs is one chunk, and all that most pages need is another; names are letters alone.
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
    pdfParts(),
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
      output: {
        codeSplitting: { groups: CHUNKS },
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
});
