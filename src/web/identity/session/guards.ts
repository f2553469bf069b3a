import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Env } from '#contract/basics/env.ts';
import type { Profile } from '#contract/identity/identity.ts';
import { signOut } from '#web/identity/session/sign-out.ts';
import { paths, SIGNED_OUT } from '#web/paths.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { env } from '#web/platform/page/env.ts';
import { registrationQuery } from '#web/platform/session/own-registration.ts';
import { loadProfile, reloadProfile } from '#web/platform/session/profile.ts';
import { clearSession, readTokens, roleOf, type Role } from '#web/platform/session/session.ts';

/**
 * Lets one role open a layout, and redirects the other role to its own home page (docs/rules.md#roles).
 * @throws a redirect of the router
 */
export async function requireRole(role: Role, queryClient: QueryClient, href: string): Promise<void> {
  const profile = await profileOrLogin(queryClient, href);
  if (roleOf(profile) !== role) throw redirect({ to: paths.home(roleOf(profile)), replace: true });
  // A required phone is set up during sign-in. Until then these pages are closed (docs/rules.md#routes).
  if (role === 'user' && profile.needsTwoFactorSetup) {
    await signOut(queryClient);
    throw toLogin(href);
  }
}

/**
 * Redirects a user without a company to the page that registers one (docs/rules.md#routes). Reloads the profile first,
 * because an administrator or an invitation may have added a company.
 * @throws a redirect of the router
 */
export async function requireAccount(queryClient: QueryClient): Promise<void> {
  const hasAccount = ({ accounts }: Profile) => accounts.length > 0;
  if (hasAccount(await loadProfile(queryClient)) || hasAccount(await reloadProfile(queryClient))) return;
  const registration = await queryClient.fetchQuery(registrationQuery);
  throw redirect({ to: registration ? paths.registration : paths.createRegistration, replace: true });
}

/** Returns whether people sign in at an OpenID provider instead of on our own screens (docs/rules.md#variants). */
export const isGlobal = (): boolean => env().variant === 'GLOBAL';

/** Guards pages of variant GLOBAL. In variant TNBX their paths count as unknown. */
export const onlyGlobal = (): void => requireHere(isGlobal());

/** Guards sign-in pages. Signed-in people are redirected to the page they wanted, or home. */
export async function onlySignedOut(queryClient: QueryClient, target: string | undefined): Promise<void> {
  if (!readTokens()) return;
  const profile = await loadProfile(queryClient).catch(() => undefined);
  if (profile) throw redirect({ to: landingOf(profile, target), replace: true });
}

/** Guards pages of variant TNBX. In variant GLOBAL their paths count as unknown. */
export const onlyTnbx = (): void => requireHere(!isGlobal());

/**
 * Returns a guard for pages of an optional feature. If the feature is off, their paths count as unknown
 * (docs/rules.md#configuration).
 */
export const requireFlag = (flag: keyof Env['flags']) => (): void => requireHere(env().flags[flag]);

function requireHere(isHere: boolean): void {
  if (!isHere) throw redirect({ to: '/login', replace: true });
}

/** Returns the profile of the signed-in person of any role; redirects to sign-in without a session. */
export const requireSession = (queryClient: QueryClient, href: string): Promise<Profile> =>
  profileOrLogin(queryClient, href);

/** Guards the pages that both roles can open, each role under the conditions of its own area. Returns the role. */
export async function requireReader(queryClient: QueryClient, href: string): Promise<Role> {
  const role = roleOf(await profileOrLogin(queryClient, href));
  await requireRole(role, queryClient, href);
  if (role === 'user') await requireAccount(queryClient);
  return role;
}

/** Returns the page after sign-in: the wanted page if it is allowed, else the home of the role. */
export const landingOf = (profile: Profile, target: string | undefined): string =>
  safeRedirect(target, roleOf(profile), location.origin) ?? paths.home(roleOf(profile));

/** Returns the profile. Without a session, redirects to sign-in; `href` is the page to return to after the sign-in. */
async function profileOrLogin(queryClient: QueryClient, href: string): Promise<Profile> {
  if (!readTokens()) throw toLogin(href);
  try {
    return await loadProfile(queryClient);
  } catch (thrown) {
    if (asApiError(thrown).status !== 401) throw thrown;
    clearSession();
    throw isGlobal() ? toSignedOut(href) : toLogin(href);
  }
}

/**
 * Returns a redirect to the page that reports the end of the session. In variant GLOBAL, the sign-in page cannot report
 * it, because that page immediately redirects to the provider.
 */
const toSignedOut = (href: string) =>
  redirect({ to: '/logout', search: { redirect: href, state: SIGNED_OUT }, replace: true });

const toLogin = (href: string) => redirect({ to: '/login', search: { redirect: href }, replace: true });

/** Pages that sign-in never returns to: they have no content, or sign out. */
const NEVER = new Set(['/login', '/logout', '/authorize', '/callback']);

/**
 * Returns the page after sign-in: a path of the same origin, not in the other role's area. Undefined for anything else,
 * especially other hosts (`//evil.example`, `/\evil.example`, `javascript:`).
 */
export function safeRedirect(target: unknown, role: Role, origin: string): string | undefined {
  if (typeof target !== 'string' || !target.startsWith('/')) return undefined;
  if (!URL.canParse(target, origin)) return undefined;
  const url = new URL(target, origin);
  if (url.origin !== origin) return undefined;
  if (url.pathname === '/' || NEVER.has(url.pathname)) return undefined;
  const areaOfOther = role === 'admin' ? '/user' : '/admin';
  if (url.pathname === areaOfOther || url.pathname.startsWith(`${areaOfOther}/`)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
