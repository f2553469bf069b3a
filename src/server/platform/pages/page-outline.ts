import { neutralsOf, railOf } from '#domain/basics/shades.ts';
import type { Brand } from '#server/platform/config/brand.ts';
import { escapeHtml } from '#server/platform/pages/escape-html.ts';

/** Where a menu and a bar stand around the page; elsewhere the brand stands beside a form. */
const INSIDE = /^\/(user|admin)(\/|$)/;

/**
 * What a browser shows until the application's code is there, seconds on a slow line: the page's frame in the brand's
 * colours, by the theme of the machine, without a word, whose language only the browser knows. The page itself takes its
 * place as soon as it has a heading or a main part; colours and sizes are those of `theme.ts`, `shell.module.css` and `sign-in.module.css`.
 */
export function outlineOf({ name, logoUrl, iconUrl, primaryColor }: Brand): (path: string) => string {
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
