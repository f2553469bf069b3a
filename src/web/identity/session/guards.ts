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
import { forgetSession, readTokens, roleOf, type Role } from '#web/platform/session/session.ts';

/** Each layout admits one role and sends the other one home (docs/rules.md#roles). */
export async function requireRole(role: Role, queryClient: QueryClient, href: string): Promise<void> {
  const profile = await profileOrLogin(queryClient, href);
  if (roleOf(profile) !== role) throw redirect({ to: paths.home(roleOf(profile)), replace: true });
  // Signing in leads through setting a phone up; until then there is nothing here (docs/rules.md#routes).
  if (role === 'user' && profile.needsTwoFactorSetup) {
    await signOut(queryClient);
    throw toLogin(href);
  }
}

/**
 * Without a company there is nothing to do for a user but to register one (docs/rules.md#routes). An admin or an
 * invitation may have given it one since the profile was loaded.
 */
export async function requireAccount(queryClient: QueryClient): Promise<void> {
  const hasAccount = ({ accounts }: Profile) => accounts.length > 0;
  if (hasAccount(await loadProfile(queryClient)) || hasAccount(await reloadProfile(queryClient))) return;
  const registration = await queryClient.fetchQuery(registrationQuery);
  throw redirect({ to: registration ? paths.registration : paths.createRegistration, replace: true });
}

/** Signing in is another way there: at an OpenID provider instead of on our own screens (docs/rules.md#variants). */
export const isGlobal = (): boolean => env().variant === 'GLOBAL';

/** Pages of variant GLOBAL; in the other one their paths are unknown ones. */
export const onlyGlobal = (): void => requireHere(isGlobal());

/** Sign-in is for those who aren't signed in; others go on to where they were going, or home. */
export async function onlySignedOut(queryClient: QueryClient, target: string | undefined): Promise<void> {
  if (!readTokens()) return;
  const profile = await loadProfile(queryClient).catch(() => undefined);
  if (profile) throw redirect({ to: landingOf(profile, target), replace: true });
}

/** Pages of variant TNBX; in the other one their paths are unknown ones. */
export const onlyTnbx = (): void => requireHere(!isGlobal());

/**
 * Pages of a feature that the deployment may have switched off: their paths are unknown ones then
 * (docs/rules.md#configuration).
 */
export const requireFlag = (flag: keyof Env['flags']) => (): void => requireHere(env().flags[flag]);

function requireHere(isHere: boolean): void {
  if (!isHere) throw redirect({ to: '/login', replace: true });
}

/** Who is signed in, whatever the role. */
export const requireSession = (queryClient: QueryClient, href: string): Promise<Profile> =>
  profileOrLogin(queryClient, href);

/** The open pages are for either role, each on the same conditions as in its own area. */
export async function requireReader(queryClient: QueryClient, href: string): Promise<Role> {
  const role = roleOf(await profileOrLogin(queryClient, href));
  await requireRole(role, queryClient, href);
  if (role === 'user') await requireAccount(queryClient);
  return role;
}

export const landingOf = (profile: Profile, target: string | undefined): string =>
  safeRedirect(target, roleOf(profile), location.origin) ?? paths.home(roleOf(profile));

async function profileOrLogin(queryClient: QueryClient, href: string): Promise<Profile> {
  if (!readTokens()) throw toLogin(href);
  try {
    return await loadProfile(queryClient);
  } catch (thrown) {
    if (asApiError(thrown).status !== 401) throw thrown;
    forgetSession();
    throw isGlobal() ? toSignedOut(href) : toLogin(href);
  }
}

/** Where the person is told why; the sign-in page of variant GLOBAL would lead away before. */
const toSignedOut = (href: string) =>
  redirect({ to: '/logout', search: { redirect: href, state: SIGNED_OUT }, replace: true });

const toLogin = (href: string) => redirect({ to: '/login', search: { redirect: href }, replace: true });

/** Pages that nobody is sent back to after signing in: they lead nowhere, or out again. */
const NEVER = new Set(['/login', '/logout', '/authorize', '/callback']);

/**
 * Where sign-in may lead: a path of this very origin, in the area of the person's role. Anything else, other hosts
 * above all (`//evil.example`, `/\evil.example`, `javascript:`), gives undefined.
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
