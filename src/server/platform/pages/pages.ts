import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#server/platform/config/brand.ts';
import { headOf, registerBrand } from '#server/platform/pages/brand-pages.ts';
import { API_BASE, publicEnvironment, type Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { docsPage } from '#server/platform/pages/docs-page.ts';
import { registerHealth, type Draining } from '#server/platform/runtime/draining.ts';
import { once } from '#server/platform/runtime/once.ts';
import { openApiDocument } from '#server/platform/http/openapi.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { Route } from '#contract/basics/route.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { PAGE_NEEDS } from '#server/platform/pages/page-needs.ts';
import { outlineOf } from '#server/platform/pages/page-outline.ts';
import { partsOfPages } from '#server/platform/pages/page-parts.ts';
import { languageOf } from '#server/platform/http/words.ts';
import { registerLimits } from '#server/platform/http/request-limits.ts';
import { registerSecurityHeaders } from '#server/platform/pages/security-headers.ts';

const DIST = new URL('../../../../dist', import.meta.url).pathname;

export type PagesParts = {
  readonly config: Config;
  readonly database: Database;
  readonly operations: readonly Operation[];
  readonly draining: Draining;
  readonly callsByKey?: ReadonlySet<Route>;
  readonly demoPeople: readonly { username: string; password: string; does: string }[];
};

/** Everything that isn't an operation: security headers, `/env`, health, the API's documents, and the web application. */
export async function registerPages(app: FastifyInstance, parts: PagesParts): Promise<void> {
  await registerSecurityHeaders(app, parts.config);
  await registerLimits(app);
  const { brand } = publicEnvironment(parts.config, []);
  app.get('/env', ({ headers }, reply) => {
    const env = publicEnvironment(parts.config, [...parts.demoPeople], languageOf(headers['accept-language']));
    return reply.header('cache-control', 'no-store').send(env);
  });
  registerHealth(app, { db: parts.database.db, draining: parts.draining });
  registerDocuments(app, parts, brand);
  await registerBrand(app, brand, parts.config.BRAND_FOLDER);
  await registerWebApplication(app, brand);
}

/** The API's documents, made when somebody first asks: a process that starts has better things to do. */
function registerDocuments(app: FastifyInstance, { operations, callsByKey }: PagesParts, brand: Brand): void {
  const routes = operations.map(({ route }) => route);
  const document = once(() => openApiDocument(routes, `${brand.name} auction API`, callsByKey));
  const page = once(() => docsPage(document()));
  app.get('/openapi.json', () => document());
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page()));
}

/** No page of ours has a name with an ending: who looks for `/x.bak` is told that there is none, by a page all the same. */
const isFileName = (url: string): boolean => /[.~][^/]*$/.test(url.replace(/[?#].*/, ''));

/** The page with what its comment stands for, and with what it says where it cannot start. */
const withHead = (page: string, head: string): string =>
  page.replace(/<!--brand:[^>]*-->/, () => head).replace('<body>', (body) => body + PAGE_NEEDS);

/** The bundle, hashed names cached for good; every other path is the application's own and gets its one page. */
async function registerWebApplication(app: FastifyInstance, brand: Brand): Promise<void> {
  const indexFile = join(DIST, 'index.html');
  const index = existsSync(indexFile) ? withHead(await readFile(indexFile, 'utf8'), headOf(brand)) : undefined;
  const partsOf = index ? await partsOfPages(DIST) : () => '';
  const outline = outlineOf(brand);
  const pageOf = (page: string, path: string): string =>
    page.replace('</head>', () => `${partsOf(path)}</head>`).replace(/(?=\s*<\/body>)/, () => outline(path));
  if (index) {
    await app.register(fastifyStatic, {
      root: DIST,
      index: false,
      wildcard: true,
      // The build brings each file compressed as well.
      preCompressed: true,
      setHeaders: (response, path) => {
        const isHashed = path.includes('/assets/');
        response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const sendIndex = ({ url }: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(index && pageOf(index, new URL(url, 'http://page').pathname));
  // The bare address would be a folder to the plugin, which lists none.
  if (index) app.get('/', sendIndex);
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (!index || !isPage || request.url.startsWith(API_BASE)) throw new Refused('not_found');
    if (isFileName(request.url)) reply.status(404);
    return sendIndex(request, reply);
  });
}
