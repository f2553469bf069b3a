import type { AuthorityFinding } from '#domain/invoice/authority.ts';

/** A document that the tax authority is asked about. */
export type AuthorityDocument = {
  /** Our number. It goes with the document, and the authority can be asked for it. */
  readonly number: string;
  readonly type: 'invoice' | 'creditNote';
  /** Time of issue in UTC, as in the document. */
  readonly issuedAt: string;
  /** Decimal text with two digits. */
  readonly payable: string;
  /** The issuer's tax number. Null: the platform, whose own access to the authority is used. */
  readonly issuerTaxNumber: string | null;
  /** The id that the authority gave to the document; empty if unknown. */
  readonly authorityId: string;
};

/** The authority's answer, or the conclusion from its silence. `detail` is its own text for a person. */
export type AuthorityResult = AuthorityFinding & { readonly detail: string };

/**
 * A way to a tax authority. Implementations never repeat a request by themselves. They return `absent` only if the
 * authority certainly does not have the document, so that the caller may send it again; after a time limit they return
 * `unknown`.
 */
export type TaxAuthority = {
  /** Sends a document. `text` is the whole document, as the authority reads it. */
  submit(document: AuthorityDocument, text: string): Promise<AuthorityResult>;
  /** Finds out what became of a document, also if no answer to the request ever came. */
  poll(document: AuthorityDocument): Promise<AuthorityResult>;
  /** Asks the authority to cancel a document that it accepted. `refused`: it does not, and the document stays valid. */
  cancel(document: AuthorityDocument, reason: string): Promise<AuthorityResult>;
};
