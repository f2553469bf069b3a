/** Claims of a socket's token: the user, the session, the groups that the socket may join, and data of the issuer. */
export type HubClaims = {
  readonly userId: string;
  readonly sessionId: string;
  /** Whether the socket belongs to a program, so that no person is watching. */
  readonly isProgram?: boolean;
  /** When the socket must close, ms since 1970. Undefined for people, whose sockets close when their session ends. */
  readonly endsAtMs?: number;
  readonly groups: readonly string[];
  /** Data of the token's issuer, as JSON. The hub stores this data and does not read it. */
  readonly data: unknown;
};
