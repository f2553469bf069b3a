import { retainSearchParams } from '@tanstack/react-router';

type RedirectSearch = { redirect?: string };

/** Where the person wanted to go, in the address of the pages around signing in. */
export const redirectSearch = (raw: Record<string, unknown>): RedirectSearch =>
  typeof raw.redirect === 'string' ? { redirect: raw.redirect } : {};

/** For pages that lead to each other on the way in: none of them loses it. */
export const keepsRedirect = { middlewares: [retainSearchParams<RedirectSearch>(['redirect'])] };
