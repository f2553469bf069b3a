import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { languageOf, wordsIn } from '#server/platform/words.ts';
import { cookieOf } from '#server/identity/cookie-of.ts';
import { viaForeignSignOut } from '#server/identity/foreign-routes.ts';
import type { Identity } from '#server/identity/identity.ts';
import { endSessionOfUser } from '#server/identity/user-session.ts';

/**
 * Signing out at a client's request. Whose id token the client shows is signed out without another question; with
 * another's, or with none, the person is asked: nobody is signed out by following a stranger's link.
 */
export const signOutBy =
  (identity: Identity) =>
  async (ctx: KoaContextWithOIDC, form: string): Promise<void> => {
    const { session, entities, params } = ctx.oidc;
    const userId = session?.accountId;
    if (!session || !userId || entities.IdTokenHint?.payload.sub !== userId) return askToSignOut(ctx, form);
    await endSessionOfUser(identity, userId);
    await session.destroy();
    ctx.oidc.cookies.set(ctx.oidc.provider.cookieName('session'), null, { ...cookieOf(identity), signed: true });
    const wanted = params?.post_logout_redirect_uri;
    const back = new URL(typeof wanted === 'string' ? wanted : ctx.oidc.urlFor('end_session_success'));
    if (typeof wanted === 'string' && typeof params?.state === 'string') back.searchParams.set('state', params.state);
    ctx.status = 303;
    ctx.redirect(await viaForeignSignOut(identity, userId, back.href));
  };

/**
 * The few pages that the OpenID library shows itself, because a browser was sent to it. Without any script, so that the
 * strictest content policy lets them work.
 */
async function askToSignOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
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
