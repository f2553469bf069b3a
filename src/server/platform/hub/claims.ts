/** Claims of a socket's token: its user, the groups it receives, and what it may ask about. */
export type HubClaims = {
  readonly userId: string;
  readonly sessionId: string;
  /** The socket belongs to a program, and no person watches. */
  readonly isProgram?: boolean;
  /** When the socket must close, ms since 1970. Undefined for people: signing out or in ends their sessions. */
  readonly endsAtMs?: number;
  readonly groups: readonly string[];
  /** Data of the token's issuer; the hub only stores it. JSON. */
  readonly data: unknown;
};
