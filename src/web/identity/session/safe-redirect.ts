import type { Role } from '#web/platform/session/session.ts';

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
