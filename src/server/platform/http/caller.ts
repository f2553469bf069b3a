import type { AdminRole } from '#domain/access/admin-role.ts';
import type { Membership } from '#domain/access/may.ts';
import type { Scope } from '#domain/automation/scope.ts';

/** An account of the caller. It is read with every call, so blacklisting takes effect from the next request. */
export type CallerAccount = Membership & {
  readonly companyName: string;
  readonly englishCompanyName: string;
  readonly country: string;
};

/** The authenticated person who makes a call: directly, with an API key, or through another application. */
export type Caller = {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly roleName: string;
  readonly role: 'User' | 'Admin';
  /** The roles of an administrator. Empty for users. */
  readonly adminRoles?: readonly AdminRole[];
  readonly sessionId: string;
  readonly accounts: readonly CallerAccount[];
  /**
   * The API key that makes the call. The caller is then the key's creator, limited to the key's one company, or an
   * administrator.
   */
  readonly apiKeyId?: string;
  readonly apiKeyName?: string;
  /** The permissions of the API key (decision 117). */
  readonly scopes?: readonly Scope[];
  /** The other application that makes the call with the person's consent (decision 85). */
  readonly clientId?: string;
  /** When the API key expires, ms since 1970. */
  readonly endsAtMs?: number;
};

/** The caller of an open route. */
export const NOBODY: Caller = {
  userId: '',
  username: '',
  email: '',
  roleName: '',
  role: 'User',
  sessionId: '',
  accounts: [],
};

/**
 * Authenticates an `Authorization` header. The identity service implements this function.
 * @throws Refused with a code of status 401
 */
export type Authenticate = (authorization: string | undefined, fingerprint?: string) => Promise<Caller>;
