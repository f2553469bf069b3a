import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { languageOf, wordsIn } from '#server/platform/words.ts';

/**
 * The few pages that the OpenID library shows itself, because a browser was sent to it. Without any script, so that the
 * strictest content policy lets them work.
 */
export async function askToSignOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const say = saying(ctx);
  const button = `<button type="submit" form="op.logoutForm" name="logout" value="yes">${escape(say('identity.signOut'))}</button>`;
  showPage(ctx, say('identity.signOutQuestion'), form + button);
}

export async function showSignedOut(ctx: KoaContextWithOIDC): Promise<void> {
  const say = saying(ctx);
  showPage(ctx, say('identity.signedOut'), `<a href="/login">${escape(say('identity.backToSignIn'))}</a>`);
}

export async function showError(ctx: KoaContextWithOIDC, out: ErrorOut): Promise<void> {
  const say = saying(ctx);
  const details = [out.error, out.error_description].filter((text) => text !== undefined);
  const said = details.map((text) => `<p>${escape(text)}</p>`).join('');
  showPage(ctx, say('identity.requestFailed'), `${said}<a href="/login">${escape(say('identity.backToSignIn'))}</a>`);
}

const saying = (ctx: KoaContextWithOIDC) => wordsIn(languageOf(ctx.get('accept-language')));

function showPage(ctx: KoaContextWithOIDC, title: string, content: string): void {
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="${languageOf(ctx.get('accept-language'))}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<h1>${escape(title)}</h1>
${content}
</html>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
