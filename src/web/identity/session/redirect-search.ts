import { retainSearchParams } from '@tanstack/react-router';

type RedirectSearch = { redirect?: string };

/** Reads the page that the person wanted from the address of a sign-in page. */
export const redirectSearch = (raw: Record<string, unknown>): RedirectSearch =>
  typeof raw.redirect === 'string' ? { redirect: raw.redirect } : {};

/** Keeps the parameter `redirect` on links between the sign-in pages. */
export const keepsRedirect = { middlewares: [retainSearchParams<RedirectSearch>(['redirect'])] };
