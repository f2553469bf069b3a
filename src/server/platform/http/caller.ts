import type { Membership } from '#domain/access/may.ts';
import type { Country } from '#domain/basics/country.ts';

/** Who calls, as the session says at this moment: accounts carry their status, so a blacklisting holds from the next request on. */
export type CallerAccount = Membership & {
  readonly companyName: string;
  readonly englishCompanyName: string;
  readonly country: Country;
};

export type Caller = {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly roleName: string;
  readonly role: 'User' | 'Admin';
  readonly sessionId: string;
  readonly accounts: readonly CallerAccount[];
  /** Of a call by an API key; the caller then is whoever made it, within the one company of the key. */
  readonly apiKeyId?: string;
  /** The other application that makes the call with the person's consent (decision 58). */
  readonly clientId?: string;
  /** When that key ends, ms since 1970. */
  readonly endsAtMs?: number;
};

/** The identity feature's answer to an `Authorization` header; throws `Refused` with a code of the 401 family. */
export type Authenticate = (authorization: string | undefined, fingerprint?: string) => Promise<Caller>;
