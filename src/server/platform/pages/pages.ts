import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '#contract/basics/route.ts';
import { languageTag, type Language } from '#domain/basics/language.ts';
import { neutralsOf, railOf } from '#domain/basics/shades.ts';
import type { Brand } from '#server/platform/config/brand.ts';
import { API_BASE, type Config } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import { type PlatformChoices } from '#server/platform/config/config-choices.ts';
import { answerLanguage } from '#server/platform/config/config-languages.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { asyncApiDocument } from '#server/platform/api-document/asyncapi.ts';
import type { CallCounts } from '#server/platform/http/call-counts.ts';
import { readContractNames } from '#server/platform/api-document/contract-names.ts';
import { openApiDocument, type AboutDocument } from '#server/platform/api-document/openapi.ts';
import { followLanguages } from '#server/platform/http/follow-languages.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { registerLimits } from '#server/platform/http/request-limits.ts';
import { languageOf, wordsIn } from '#server/platform/http/words.ts';
import { headOf, registerBrand } from '#server/platform/pages/brand-pages.ts';
import { BROWSERS } from '#server/platform/pages/browsers.ts';
import { docsPage } from '#server/platform/pages/docs-page.ts';
import { escapeHtml } from '#server/platform/pages/escape-html.ts';
import { partsOfPages } from '#server/platform/pages/page-parts.ts';
import { registerAddedWords } from '#server/platform/pages/added-words.ts';
import { registerSecurityHeaders } from '#server/platform/pages/security-headers.ts';
import { type ShutdownState, registerHealthChecks } from '#server/platform/runtime/health-checks.ts';
import { latest } from '#server/platform/runtime/latest.ts';

/** Matches the paths of pages that have a menu and a bar. All other pages show the brand beside a form. */
const INSIDE = /^\/(user|admin)(\/|$)/;

/**
 * Returns a function that returns the outline of a page. A browser shows the outline until the application's code is
 * loaded, which takes seconds on a slow connection. The outline is the page's frame in the brand's colors and the
 * system's theme. It has no text, because only the browser knows the language. It disappears as soon as the page has a
 * heading or a main part. Its colors and sizes are those of `theme.ts`, `shell.module.css` and `sign-in.module.css`.
 */
function outlineOf({ name, logoUrl, iconUrl, primaryColor }: Brand): (path: string) => string {
  const [light] = neutralsOf(primaryColor, [0.968]);
  const [surface, canvas] = neutralsOf(primaryColor, [0.18, 0.15], 0.01);
  const style = `<style>
#outline{position:fixed;inset:0;pointer-events:none;background:#fff}
#root:has(main,h1,h2)~#outline{display:none}
#outline>b{position:absolute;inset:0 auto 0 0;width:max(340px,41.66%);padding:32px 40px;background:${railOf(primaryColor)}}
#outline.in{background:${light}}
#outline.in>b{width:224px;padding:14px 16px}
#outline.in>i{position:absolute;inset:0 0 auto 224px;height:56px;background:#fff}
@media(max-width:899px){#outline>b,#outline.in>b{inset:0 0 auto;width:auto;height:56px;padding:14px 12px}#outline.in>i{display:none}}
@media(prefers-color-scheme:dark){#outline,#outline.in>i{background:${surface}}#outline.in{background:${canvas}}}
</style>`;
  const picture = `<img src="${logoUrl ?? iconUrl}" alt="${escapeHtml(name)}" height="28" />`;
  return (path) =>
    `${style}<div id="outline"${INSIDE.test(path) ? ' class="in"' : ''} aria-hidden="true"><b>${picture}</b><i></i></div>`;
}

const DIST = new URL('../../../../dist', import.meta.url).pathname;

export type PagesParts = {
  readonly config: Config;
  /** The contents of the API document. */
  readonly documented: Pick<AboutDocument, 'callsOfPrograms' | 'others'> & { readonly routes: readonly Route[] };
  /** The counts by which requests are limited. */
  readonly calls: CallCounts;
  readonly draining: ShutdownState;
  /** Whether this process can do as much as any other process can. */
  readonly isConnected: () => boolean;
  /** Reads what an owner has set from the database, so that a page shows a change at once. */
  readonly choices: () => Promise<PlatformChoices & { readonly brand: Brand; readonly offered: readonly Language[] }>;
  /** The stored files, such as an uploaded logo. */
  readonly files: Pick<FileStore, 'read'>;
  readonly demoPeople: readonly { username: string; password: string; does: string }[];
};

/** Registers all that is not an operation: security headers, `/env`, health, API documents, the web application. */
export async function registerPages(app: FastifyInstance, parts: PagesParts): Promise<void> {
  followLanguages(app, (header) => answerLanguage(parts.config, header));
  await registerSecurityHeaders(app, parts.config);
  await registerLimits(app, parts.calls);
  const { brand } = parts.config;
  app.get('/env', async ({ headers }, reply) => {
    const language = languageOf(headers['accept-language']);
    const { brand: present, offered, ...choices } = await parts.choices();
    const config = { ...parts.config, languagesOnOffer: () => offered };
    const env = { ...publicEnvironment(config, [...parts.demoPeople], language, choices), brand: present };
    return reply.header('cache-control', 'no-store').send(env);
  });
  registerHealthChecks(app, parts);
  registerDocuments(app, parts);
  await registerBrand(app, { brand, folder: parts.config.BRAND_FOLDER, files: parts.files });
  await registerWebApplication(app, parts.config);
}

/** Registers the API's documents. They are made at the first request, so that the process starts faster. */
function registerDocuments(app: FastifyInstance, { documented, config }: PagesParts): void {
  const { PUBLIC_URL: publicUrl, brand } = config;
  const { routes, ...about } = documented;
  const titleNow = (): string => `${brand.name} auction API`;
  const documentOf = latest(async (title: string) =>
    openApiDocument(routes, { ...about, title, publicUrl, names: await readContractNames() }),
  );
  const document = () => documentOf(titleNow());
  const packedOf = latest(async (title: string) => promisify(gzip)(JSON.stringify(await documentOf(title))));
  app.get('/openapi.json', async ({ headers }, reply) => {
    void reply.header('vary', 'accept-encoding');
    if (!headers['accept-encoding']?.includes('gzip')) return document();
    return reply
      .header('content-encoding', 'gzip')
      .type('application/json; charset=utf-8')
      .send(await packedOf(titleNow()));
  });
  app.get('/asyncapi.json', ({ host, protocol }) => {
    const home = publicUrl === undefined ? { host, protocol: `${protocol}:` } : new URL(publicUrl);
    return asyncApiDocument(`${brand.name} live auctions`, { host: home.host, isSecure: home.protocol === 'https:' });
  });
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage(titleNow())));
}

/**
 * Returns whether a path has a file extension, which no page has. `/x.bak` gets status 404, with the page as its body.
 */
const isFileName = (url: string): boolean => /[.~][^/]*$/.test(url.replace(/[?#].*/, ''));

/**
 * Replaces the brand comment in the page by the head. Adds the message for browsers that cannot start the application.
 */
const withHead = (page: string, head: string, languages: readonly Language[]): string =>
  page.replace(/<!--brand:[^>]*-->/, () => head).replace('<body>', (body) => body + pageNeeds(languages));

/**
 * Serves the files of the web application. Browsers may cache hashed files for a year. Every other path gets the
 * application's single page.
 */
async function registerWebApplication(app: FastifyInstance, { brand, languagesOnOffer }: Config): Promise<void> {
  const indexFile = join(DIST, 'index.html');
  const index = existsSync(indexFile) ? await readFile(indexFile, 'utf8') : undefined;
  const partsOf = index ? await partsOfPages(DIST) : () => '';
  // The key is the brand and the languages as text, because they always have the current values.
  const brandedOf = latest((_key: string) => ({
    page: withHead(index ?? '', headOf(brand), languagesOnOffer()),
    outline: outlineOf(brand),
  }));
  const pageOf = (path: string): string => {
    const { page, outline } = brandedOf(JSON.stringify([brand, languagesOnOffer()]));
    return page.replace('</head>', () => `${partsOf(path)}</head>`).replace(/(?=\s*<\/body>)/, () => outline(path));
  };
  if (index) {
    registerAddedWords(app, DIST);
    await app.register(fastifyStatic, {
      root: DIST,
      index: false,
      wildcard: true,
      // The build also writes a compressed version of each file.
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
      .send(index && pageOf(new URL(url, 'http://page').pathname));
  // The plugin treats `/` as a folder, and the plugin serves no folders.
  if (index) app.get('/', sendIndex);
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (!index || !isPage || request.url.startsWith(API_BASE)) throw new Refused('not_found');
    if (isFileName(request.url)) reply.status(404);
    return sendIndex(request, reply);
  });
}

const needsIn = (language: Language): string =>
  `<p lang="${languageTag(language)}">${escapeHtml(wordsIn(language)('shell.browserNeeds', BROWSERS))}</p>`;

/**
 * Returns HTML of a message that says, in all languages on offer, which browser the application needs. The message is hidden until
 * `public/start-check.js` finds that the browser is too old or that the application does not start. If scripts are
 * disabled, the message is visible immediately. It is above the page and does not cover it, because much works in a
 * browser that is only a little too old.
 */
const pageNeeds = (languages: readonly Language[]): string => `<style>
#needs{position:relative;z-index:1;padding:12px 16px;background:#fff4d6;color:#222;font:16px/1.5 system-ui,sans-serif;text-align:center}
#needs[hidden]{display:none}
#needs p{margin:0}
</style><div id="needs" role="alert" hidden>${languages.map(needsIn).join('')}</div><noscript><style>#needs[hidden]{display:block}</style></noscript>`;
