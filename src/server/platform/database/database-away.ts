import type { ClientBase } from 'pg';

/** The error if a connection leads to a node that may not write, such as a standby. */
export class NotPrimary extends Error {
  readonly code = '25006';

  constructor() {
    super('the database node is in recovery or read-only');
  }
}

/** The error if a read on the replica asks for something that only the primary knows. `replica.ts` then runs it there. */
export class NeedsPrimary extends Error {
  constructor() {
    super('this read needs the primary');
  }
}

/** The error if a commit stopped waiting for the standby. It is stored on the primary, and perhaps nowhere else. */
export class NotReplicated extends Error {
  /** SQLSTATE of a transaction whose result is not known. */
  readonly code = '08007';

  constructor() {
    super('the commit was not confirmed by the standby');
  }
}

/**
 * SQLSTATEs of a database that is going away, is not there yet, or may not write: class 08 (connection), 57P01 to 57P03
 * (shutdown, crash, start), 25006 (read-only).
 */
const AWAY_STATES = /^(?:08\w{3}|57P0[123]|25006)$/;
/** Errors of the network, as Node names them. */
const NETWORK_ERRORS = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors of the driver, which have no code: a limit has passed, or the connection ended. */
const DRIVER_ERRORS =
  /^(?:Query read timeout|timeout expired|Connection terminated|Client has encountered a connection error)/;

/** Returns whether an error means that the database is away, and not that something is wrong with a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string'
    ? AWAY_STATES.test(code) || NETWORK_ERRORS.test(code)
    : DRIVER_ERRORS.test(error.message);
}

/** Ends a connection whose other side may be silent. An ordinary end would wait for an answer. */
export function destroySocket(client: ClientBase): void {
  // The library's types do not name the socket.
  const { connection } = client as unknown as { readonly connection?: { readonly stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}
