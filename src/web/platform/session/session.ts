import type { Profile } from '#contract/identity/identity.ts';
import { keep, onStoredElsewhere, readStored } from '#web/platform/storage/browser-storage.ts';
import { createStore } from '#web/platform/storage/store.ts';

/** The tokens of a session. */
export type Tokens = {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly idToken?: string;
  /** The time when the access token expires, by this computer's clock. All tabs use this clock. */
  readonly expiresAtMs?: number;
};
/** The two areas of the application. Each person uses only one of them. */
export type Role = 'admin' | 'user';

/** The session of this browser. Tabs share it through the browser's storage. */
export type Session = { readonly tokens: Tokens | undefined; readonly profile: Profile | undefined };

/**
 * The reason why a session ended or was refused. `alert` waits for the person's OK before it signs out; `toast` signs
 * out immediately. `blocked` is an `alert` that also stops all further calls. `warn` shows a message and keeps the
 * session (docs/rules.md#unauthorized-answers).
 */
export type SessionNotice = {
  readonly kind: 'alert' | 'toast' | 'blocked' | 'warn';
  readonly code: string;
  readonly message: string;
};

const hasText = (value: unknown, key: string): boolean =>
  typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)[key] === 'string';
const isTokens = (value: unknown): value is Tokens => hasText(value, 'accessToken');
const isProfile = (value: unknown): value is Profile => hasText(value, 'userId') && hasText(value, 'auctionUserRole');

/** This tab's copy of the browser's session. */
export const sessionStore = createStore<Session>({ tokens: undefined, profile: undefined });
/** Counts how many times another tab signed in while this tab was signed out. */
export const signInsElsewhere = createStore(0);
/** The reason why the session ended. It is kept until the person has read the message. */
export const sessionNoticeStore = createStore<SessionNotice | undefined>(undefined);

/**
 * Closes the alert of an ended session. While this alert is open, no other alert opens. The open alert is the flag of
 * the single sign-on error (docs/rules.md#routes).
 */
export function dropAlert(): void {
  if (sessionNoticeStore.get()?.kind === 'alert') sessionNoticeStore.set(undefined);
}

/** Returns the stored tokens. Another tab may have replaced them. */
export const readTokens = (): Tokens | undefined => readStored('tokens', isTokens);

/** Restores the stored session, and follows sign-ins and sign-outs in other tabs. */
export function startSession(): void {
  const read = () => sessionStore.set({ tokens: readTokens(), profile: readStored('profile', isProfile) });
  read();
  onStoredElsewhere('tokens', () => {
    const wasOut = sessionStore.get().tokens === undefined;
    read();
    if (wasOut && sessionStore.get().tokens) signInsElsewhere.set(signInsElsewhere.get() + 1);
    // Another tab signed in or out, so an alert about the previous session is obsolete.
    dropAlert();
  });
  onStoredElsewhere('profile', read);
}

/** Stores the tokens for all tabs of this browser. */
export function keepTokens(tokens: Tokens): void {
  keep('tokens', tokens);
  sessionStore.set({ ...sessionStore.get(), tokens });
}

/** Stores the profile. With it, the page can render at its next start before the server responds. */
export function keepProfile(profile: Profile): void {
  keep('profile', profile);
  sessionStore.set({ ...sessionStore.get(), profile });
}

/** Clears the tokens and the profile in this browser, for all tabs. */
export function clearSession(): void {
  keep('tokens', undefined);
  keep('profile', undefined);
  sessionStore.set({ tokens: undefined, profile: undefined });
}

/**
 * Returns the role of a person: user if the role on the wire is "User", otherwise administrator (docs/rules.md#roles).
 */
export const roleOf = (profile: Profile): Role => (profile.auctionUserRole === 'User' ? 'user' : 'admin');

/** Returns the area whose pages a person may open. A user without a company has none. */
export const areaOf = (profile: Profile): Role | undefined =>
  roleOf(profile) === 'user' && profile.accounts.length === 0 ? undefined : roleOf(profile);
