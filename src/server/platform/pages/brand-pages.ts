import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { railOf, shadesOf } from '#domain/basics/shades.ts';
import { BRAND_BASE, BRAND_FILES, MADE_ICON, UPLOADED_BASE, type Brand } from '#server/platform/config/brand.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { escapeHtml } from '#server/platform/pages/escape-html.ts';

/** Names of uploaded images of a brand. All other stored files are private. */
const UPLOADED = /^brand-[\da-f-]{36}\.png$/;

type BrandParts = {
  readonly brand: Brand;
  /** The folder of the operator's images. */
  readonly folder: string | undefined;
  readonly files: Pick<FileStore, 'read'>;
};

/** Serves the brand's pictures, and the manifest that a phone reads to install the application. */
export async function registerBrand(app: FastifyInstance, { brand, folder, files }: BrandParts): Promise<void> {
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json').send(manifestOf(brand)),
  );
  app.get(BRAND_BASE + MADE_ICON, (_request, reply) => reply.type('image/svg+xml').send(iconOf(brand)));
  app.get<{ Params: { name: string } }>(`${UPLOADED_BASE}:name`, async ({ params: { name } }, reply) => {
    const bytes = UPLOADED.test(name) ? await files.read(name) : undefined;
    if (!bytes) throw new Refused('not_found');
    // A new image has a new name, so browsers may keep this one.
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png').send(bytes);
  });
  if (folder === undefined) return;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: BRAND_BASE,
    decorateReply: false,
    index: false,
    // Serves only the brand's files from the operator's folder, and nothing else from it.
    allowedPath: (path) => BRAND_FILES.some((file) => path === `/${file}`),
  });
}

const manifestOf = ({ name, title, iconUrl, primaryColor }: Brand) =>
  JSON.stringify({
    name: title.en,
    short_name: name,
    start_url: '/',
    display: 'minimal-ui',
    theme_color: railOf(primaryColor),
    background_color: railOf(primaryColor),
    icons: [{ src: iconUrl, sizes: 'any' }],
  });

/** Returns the icon of a brand that has no icon file: the brand's first letter on the brand's color. */
const iconOf = ({ name, primaryColor }: Brand): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="2" width="28" height="28" rx="6" fill="${shadesOf(primaryColor)[7]}"/><text x="16" y="22.500" fill="#fff" font-family="sans-serif" font-size="18" font-weight="700" text-anchor="middle">${escapeHtml(/^./u.exec(name.toUpperCase())?.[0] ?? '')}</text></svg>`;

/** Returns the brand's tags for the page's head. They take effect before any script runs. */
export const headOf = ({ title, iconUrl, primaryColor }: Brand): string =>
  [
    `<title>${escapeHtml(title.en)}</title>`,
    `<link rel="icon" href="${iconUrl}" />`,
    `<link rel="manifest" href="/manifest.webmanifest" />`,
    `<meta name="theme-color" content="${railOf(primaryColor)}" />`,
  ].join('\n    ');
