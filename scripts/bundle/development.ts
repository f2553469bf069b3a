// Vite's additions for `npm run dev` (scripts/dev.mjs): the phrases of all pages in one file, and a proxy to our own
// server.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Plugin, ServerOptions } from 'vite';
import { inLanguage, type Phrases } from '#phrases/review-phrases.ts';
import { compiled, FORMAT_ONLY } from './words-of-chunks.ts';

const WORDS = '/words-in-development/';

/**
 * Serves all phrases of a language in one file. In development there are no chunks, so each page requests only this
 * file.
 */
export function wordsInDevelopment(): Plugin {
  return {
    name: 'words-in-development',
    apply: 'serve',
    config: () => ({
      ...FORMAT_ONLY,
      define: { WORDS_OF_CHUNKS: JSON.stringify({ folder: WORDS, silent: [] }) },
    }),
    configureServer({ middlewares, watcher, ws, config }) {
      middlewares.use(WORDS, (request, response, next) => {
        const language = /^\/([a-z]{2,3})\//.exec(request.url ?? '')?.[1];
        if (language === undefined) return next();
        Promise.all(['en', language].map((one) => readFile(`${config.root}/src/phrases/${one}.json`, 'utf8')))
          .then(([english = '', own = '']) => JSON.stringify(compiled(developed(english, own))))
          .then((words) => response.setHeader('content-type', 'application/json').end(words), next);
      });
      watcher.on('change', (file) => {
        if (/src\/phrases\/\w+\.json$/.test(file)) ws.send({ type: 'full-reload' });
      });
    },
  };
}

const developed = (english: string, own: string): Phrases =>
  inLanguage(JSON.parse(english) as Phrases, JSON.parse(own) as Phrases);

/**
 * Returns the settings of Vite's server. Vite serves the pages. Our own server, on the next port, serves the API, the
 * identity service, sockets and the brand's files.
 */
export function behindVite(): ServerOptions {
  const port = Number(process.env.PORT ?? 3000);
  const target = `http://127.0.0.1:${port + 1}`;
  return {
    port,
    strictPort: true,
    host: 'localhost',
    // This path keeps the socket of hot reload out of the proxy below.
    hmr: { path: '@hot-reload' },
    proxy: { [`^/(?!@|src/|node_modules/|${WORDS.slice(1)})`]: { target, ws: true, bypass: servedByVite } },
  };
}

const OF_THE_SERVER = /^\/(docs|auction-api|connect(?!\/interaction\/[^/]+$))\b/;

function servedByVite({ url = '/', headers }: IncomingMessage): string | undefined {
  const path = url.replace(/[?#].*/, '');
  const isPage = headers.accept?.includes('text/html') === true && !OF_THE_SERVER.test(path);
  return isPage || statSync(`public${path}`, { throwIfNoEntry: false })?.isFile() ? url : undefined;
}
