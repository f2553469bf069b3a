import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { railOf, shadesOf } from '#domain/basics/shades.ts';
import type { Brand } from '#server/platform/config/brand.ts';
import { languageOf, wordsIn } from '#server/platform/http/words.ts';
import { escapeHtml } from '#server/platform/pages/escape-html.ts';
import { cookieOf } from '#server/identity/session/trusted-device.ts';
import { foreignSignOutUrl } from '#server/identity/foreign-provider/foreign-routes.ts';
import type { Identity } from '#server/identity/identity.ts';
import { endSessionOfUser } from '#server/identity/session/user-session.ts';

/**
 * Returns the function that signs a person out at a client's request. Without a valid ID token of the signed-in person,
 * this function asks the person first. So a link from a stranger signs nobody out.
 */
export const signOutBy =
  (identity: Identity) =>
  async (ctx: KoaContextWithOIDC, form: string): Promise<void> => {
    const { session, entities, params } = ctx.oidc;
    const userId = session?.accountId;
    if (!session || !userId || entities.IdTokenHint?.payload.sub !== userId)
      return askToSignOut(identity.brand, ctx, form);
    await endSessionOfUser(identity, userId);
    await session.destroy();
    ctx.oidc.cookies.set(ctx.oidc.provider.cookieName('session'), null, { ...cookieOf(identity), signed: true });
    const wanted = params?.post_logout_redirect_uri;
    const back = new URL(typeof wanted === 'string' ? wanted : ctx.oidc.urlFor('end_session_success'));
    if (typeof wanted === 'string' && typeof params?.state === 'string') back.searchParams.set('state', params.state);
    ctx.status = 303;
    ctx.redirect(await foreignSignOutUrl(identity, userId, back.href));
  };

/**
 * Shows the page that asks whether to sign out. The library itself sends all pages of this file. The pages contain no
 * script of ours, so they work under the strictest content policy.
 */
async function askToSignOut(brand: Brand, ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const say = saying(ctx);
  const button = `<button type="submit" form="op.logoutForm" name="logout" value="yes">${escapeHtml(say('identity.signOut'))}</button>`;
  showPage(brand, ctx, say('identity.signOutQuestion'), form + button);
}

export async function showSignedOut(brand: Brand, ctx: KoaContextWithOIDC): Promise<void> {
  const say = saying(ctx);
  showPage(brand, ctx, say('identity.signedOut'), linkToSignIn(say));
}

const linkToSignIn = (say: ReturnType<typeof saying>): string =>
  `<a href="/login">${escapeHtml(say('identity.backToSignIn'))}</a>`;

export async function showError(brand: Brand, ctx: KoaContextWithOIDC, out: ErrorOut): Promise<void> {
  const say = saying(ctx);
  const details = [out.error, out.error_description].filter((text) => text !== undefined);
  const said = details.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  showPage(brand, ctx, say('identity.requestFailed'), said + linkToSignIn(say));
}

const saying = (ctx: KoaContextWithOIDC) => wordsIn(languageOf(ctx.get('accept-language')));

function showPage(brand: Brand, ctx: KoaContextWithOIDC, title: string, content: string): void {
  const language = languageOf(ctx.get('accept-language'));
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="${brand.iconUrl}">
<title>${escapeHtml(title)} · ${escapeHtml(brand.title[baseLanguageOf(language)])}</title>
<style>${styleOf(brand)}</style>
<header>${escapeHtml(brand.name)}</header>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>`;
}

const styleOf = ({ primaryColor }: Brand): string => {
  const shades = shadesOf(primaryColor);
  return `body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
header { padding: 14px 24px; background: ${railOf(primaryColor)}; color: #fff; font-size: 18px; font-weight: 700; }
main { max-width: 34rem; padding: 24px; }
h1 { font-size: 20px; }
a { color: ${shades[8]}; }
@media (prefers-color-scheme: dark) { a { color: ${shades[4]}; } }
button { padding: 8px 18px; border: 0; border-radius: 4px; background: ${shades[7]}; color: #fff; font: inherit; }`;
};
