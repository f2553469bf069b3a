/** What a socket's token says about it: who is behind it, which groups it hears, and what it may ask about. */
export type HubClaims = {
  readonly userId: string;
  readonly sessionId: string;
  /** A program listens, nobody looks. */
  readonly isProgram?: boolean;
  /** When whoever listens may no longer, ms since 1970; people's sessions are ended by signing out or in. */
  readonly endsAtMs?: number;
  readonly groups: readonly string[];
  /** Belongs to whoever issued the token; the hub only keeps it. JSON. */
  readonly data: unknown;
};
