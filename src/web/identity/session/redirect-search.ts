import { retainSearchParams } from '@tanstack/react-router';

type RedirectSearch = { redirect?: string };

/** The page that the person wanted, in the address of the sign-in pages. */
export const redirectSearch = (raw: Record<string, unknown>): RedirectSearch =>
  typeof raw.redirect === 'string' ? { redirect: raw.redirect } : {};

/** Keeps this parameter on links between the sign-in pages. */
export const keepsRedirect = { middlewares: [retainSearchParams<RedirectSearch>(['redirect'])] };
