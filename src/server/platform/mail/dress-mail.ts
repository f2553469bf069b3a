import { inkOf, railOf } from '#domain/basics/shades.ts';
import type { Brand } from '#server/platform/config/brand.ts';
import { escapeHtml } from '#server/platform/pages/escape-html.ts';

const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)，。；：！？）]/g;

/**
 * A mail as text and, for programs that show it, with the brand above and below the same words. The styles stand in the
 * elements: many programs take no others. No picture: most don't load one before they are asked to.
 */
export function dressMail(brand: Brand, home: string, body: string): { text: string; html: string } {
  const ink = inkOf(brand.primaryColor);
  const title = [...new Set(Object.values(brand.title))].join(' · ');
  const words = escapeHtml(body).replaceAll(
    ADDRESS,
    (address) => `<a href="${address}" style="color:${ink}">${address}</a>`,
  );
  return {
    text: `${body}\n\n-- \n${title}\n${home}\n`,
    html: `<!doctype html>
<html><body style="margin:0;background:#f3f5f4;color:#1b2430;font:15px/1.5 sans-serif">
<div style="max-width:640px;margin:0 auto;background:#ffffff">
<p style="margin:0;padding:16px 24px;background:${railOf(brand.primaryColor)};color:#ffffff;font-size:18px;font-weight:700">${escapeHtml(brand.name)}</p>
<p style="margin:0;padding:24px;white-space:pre-line;overflow-wrap:anywhere">${words}</p>
<p style="margin:0;padding:14px 24px;border-top:2px solid ${ink};color:#5b6675;font-size:13px">${escapeHtml(title)}<br><a href="${home}" style="color:${ink}">${home}</a></p>
</div></body></html>
`,
  };
}
