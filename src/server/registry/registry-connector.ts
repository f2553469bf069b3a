import type { ConnectorName, LookUp, RegistryAnswer } from '#domain/delivery/registry-order.ts';

/** Certificates that a registry is asked to move. Serial numbers are empty if the seller has named no certificates. */
export type TransferOrder = {
  /** Our correlation id. It goes with every request, and stays the same when a request is repeated. */
  readonly id: string;
  readonly device: string;
  readonly first: string;
  readonly last: string;
  /** Millionths of a REC. */
  readonly quantity: bigint;
  /** Accounts at the registry. */
  readonly sender: string;
  readonly receiver: string;
  /** The id that the registry gave to the transfer; empty if it is not known yet. */
  readonly transferId: string;
};

/** Certificates that a registry is asked to retire. `receiver` is the subaccount for retired certificates. */
export type RetirementOrder = TransferOrder & {
  /** The name on the certificates. */
  readonly beneficiary: string;
  /** The year of the claim. */
  readonly year: number;
};

/** The answer of the registry, or the conclusion from its silence. `detail` is its own text for a person. */
export type ConnectorResult = ({ readonly found: 'answer'; readonly answer: RegistryAnswer } | LookUp) & {
  readonly detail: string;
};

/** A line of the registry's statement about the certificates of an order. */
export type StatementLine = {
  readonly serials: string;
  readonly quantity: string;
  readonly status: string;
  readonly retiredAt: string | null;
  readonly beneficiary: string;
};

/**
 * A way to a registry. Implementations never repeat a request by themselves. They return `absent` only if the registry
 * certainly has no such transfer, so that the caller may ask again; after a time limit they return `unknown`.
 */
export type RegistryConnector = {
  readonly name: ConnectorName;
  /** Asks for a transfer. */
  transfer(order: TransferOrder): Promise<ConnectorResult>;
  /** Finds out what became of a transfer, also if no answer to the request ever came. */
  poll(order: TransferOrder): Promise<ConnectorResult>;
  /** Asks for a retirement, which nobody can undo. */
  retire(order: RetirementOrder): Promise<ConnectorResult>;
  /** Finds out what became of a retirement, also if no answer to the request ever came. */
  pollRetirement(order: RetirementOrder): Promise<ConnectorResult>;
  /** Returns what the registry states now about the certificates of an order. */
  statement(order: TransferOrder): Promise<readonly StatementLine[]>;
};

/** The connectors of a deployment by name. The one by file is always there. */
export type Connectors = ReadonlyMap<ConnectorName, RegistryConnector>;
