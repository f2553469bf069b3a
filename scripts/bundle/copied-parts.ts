// Vite's plugin for files of packages that pages load as they are, outside the bundle.
import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Folders of pdfjs-dist that some PDFs need: character maps, standard fonts, image decoders. */
const PDF_PARTS = ['cmaps', 'standard_fonts', 'wasm'];
/** Files that are not served. WebAssembly needs a weaker content policy; JavaScript files replace it (decision 32). */
const NOT_SERVED = /\.wasm$|quickjs/;
/** The reader of the API's document on the page `/docs` (decision 98), and its licenses. */
const READER_FILES = {
  'reader.js': 'swagger-ui-bundle.js',
  'reader.css': 'swagger-ui.css',
  'reader.LICENSE.txt': 'LICENSE',
  'reader.NOTICE.txt': 'NOTICE',
  'swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui-bundle.js.LICENSE.txt',
};

/** Copies the files into the build, and serves the reader in development. */
export function copiedParts(): Plugin {
  let folder = '';
  return {
    name: 'copied-parts',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    async writeBundle() {
      const pdf = find('pdfjs-dist');
      const { version } = JSON.parse(await readFile(join(pdf, 'package.json'), 'utf8')) as { version: string };
      for (const part of PDF_PARTS)
        // The path contains the version, so browsers may cache the files forever.
        await cp(join(pdf, part), join(folder, 'assets', `pdfjs-${version}`, part), {
          recursive: true,
          filter: (path) => !NOT_SERVED.test(path),
        });
      for (const [to, from] of Object.entries(READER_FILES))
        await cp(join(find('swagger-ui-dist'), from), join(folder, 'docs', to));
    },
    configureServer({ middlewares }) {
      for (const [to, from] of Object.entries(READER_FILES))
        middlewares.use(`/docs/${to}`, (_request, response, next) => {
          const type = to.endsWith('.js') ? 'text/javascript' : to.endsWith('.css') ? 'text/css' : 'text/plain';
          const send = (bytes: Buffer) => void response.setHeader('content-type', `${type}; charset=utf-8`).end(bytes);
          readFile(join(find('swagger-ui-dist'), from)).then(send, next);
        });
    },
  };
}

const find = (name: string): string => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
