import * as z from 'zod/mini';
import { syncQuery, withSync } from '#contract/basics/sync.ts';
import {
  amountSchema,
  sentAmountSchema,
  dateSchema,
  idSchema,
  listOf,
  pageQuery,
  partySchema,
  timeSchema,
} from '#contract/basics/basics.ts';
import { fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { BASE_LANGUAGES } from '#domain/basics/language.ts';
import { CREDIT_REFUSALS } from '#domain/invoice/amounts.ts';
import { AUTHORITY_REASONS, AUTHORITY_STATES, CANCEL_REFUSALS } from '#domain/invoice/authority.ts';
import { INVOICE_KINDS, INVOICE_TYPES } from '#domain/invoice/invoice.ts';

/** Invoices and credit notes about settlements (docs/settlement.md#invoices). */
const invoiceSchema = z.strictObject({
  id: idSchema,
  settlementId: idSchema,
  number: z.string(),
  type: z.enum(INVOICE_TYPES),
  kind: z.enum(INVOICE_KINDS),
  /** Null: the platform. */
  issuer: z.nullable(partySchema),
  receiver: partySchema,
  /** Title of the auction or the sell order. */
  trade: z.string(),
  issuedAt: timeSchema,
  dueOn: z.nullable(dateSchema),
  currency: z.string(),
  net: amountSchema,
  tax: amountSchema,
  payable: amountSchema,
  /** The part of the payable amount that credit notes have taken back. */
  credited: amountSchema,
  /** The part of it without tax. */
  creditedNet: amountSchema,
  /** The invoice that a credit note takes back. */
  correctsId: z.nullable(idSchema),
  /** The document at the tax authority. Null if it does not go there. */
  authority: z.nullable(
    z.strictObject({
      state: z.enum(AUTHORITY_STATES),
      reason: z.nullable(z.enum(AUTHORITY_REASONS)),
      /** The id that the authority gave to the document; empty if unknown. */
      id: z.string(),
      /** The authority's explanation in its own words. Empty for the receiver. */
      detail: z.string(),
      /** When the authority accepted the document. Its issuer can cancel it for 72 hours. */
      validAt: z.nullable(timeSchema),
    }),
  ),
});
export type InvoiceView = z.output<typeof invoiceSchema>;

const listQuery = z.strictObject({
  ...pageQuery,
  ...syncQuery,
  settlementId: z.optional(idSchema),
  type: z.optional(z.enum(INVOICE_TYPES)),
  kind: z.optional(z.enum(INVOICE_KINDS)),
  /** The state at the tax authority. */
  authority: z.optional(z.enum(AUTHORITY_STATES)),
});

export const listInvoicesAsUser = route('GET /user/invoices', {
  summary: "Invoices and credit notes that the caller's companies issued or received, newest first",
  query: listQuery,
  reply: withSync(listOf(invoiceSchema)),
});

export const listInvoicesAsAdmin = route('GET /admin/invoices', {
  ...listInvoicesAsUser,
  summary: 'Invoices and credit notes of all companies and of the platform, newest first',
});

/** `structured`: an XML file of EN 16931, or in variant TNBX a JSON file of MyInvois. */
const INVOICE_FORMATS = ['pdf', 'structured'] as const;

export const getInvoiceFileAsUser = route('GET /user/invoices/{id}/file', {
  summary: "An invoice or a credit note as a file: a PDF in the caller's language, or structured for other software",
  query: z.strictObject({
    format: z._default(z.enum(INVOICE_FORMATS), 'pdf'),
    /** The language of the PDF, if not the caller's. */
    language: z.optional(z.enum(BASE_LANGUAGES)),
  }),
  reply: fileSchema,
});

export const getInvoiceFileAsAdmin = route('GET /admin/invoices/{id}/file', getInvoiceFileAsUser);

const issueRefusals = ['billing_incomplete', 'invoice_exists', 'invoice_not_due', 'invoice_without_amount'] as const;

export const issueSaleInvoice = route('POST /user/settlements/{id}/invoices', {
  summary: 'As the seller, issue the invoice of a settlement to its buyer',
  reply: invoiceSchema,
  refuses: [...ACTING_REFUSALS, ...issueRefusals, 'settlement_step_not_yours'],
  idempotencyKey: 'optional',
});

export const issueFeeInvoice = route('POST /admin/settlements/{id}/fee-invoices', {
  summary: "Issue the invoice for the platform's fee to the buyer or the seller of a settlement",
  body: z.strictObject({ to: z.enum(['buyer', 'seller']) }),
  reply: invoiceSchema,
  refuses: issueRefusals,
  idempotencyKey: 'optional',
});

const creditBody = z.strictObject({
  /** The net amount to take back, without tax. */
  net: sentAmountSchema,
  reason: z.string().check(z.maxLength(10_000)),
});

const creditRefusals = [
  ...CREDIT_REFUSALS,
  'field_required',
  'less_than_maximum_character',
  'credit_of_credit_note',
  'invoice_void',
  'settlement_step_not_yours',
] as const;

export const creditSaleInvoice = route('POST /user/invoices/{id}/credit-notes', {
  summary: 'As the issuer, take back an invoice in whole or in part',
  body: creditBody,
  reply: invoiceSchema,
  refuses: [...ACTING_REFUSALS, ...creditRefusals],
  idempotencyKey: 'optional',
});

export const creditFeeInvoice = route('POST /admin/invoices/{id}/credit-notes', {
  ...creditSaleInvoice,
  summary: 'Take back an invoice of the platform in whole or in part',
  refuses: creditRefusals,
});

const cancelRefusals = [
  ...CANCEL_REFUSALS,
  'field_required',
  'less_than_maximum_character',
  'settlement_step_not_yours',
] as const;

export const cancelSaleInvoice = route('POST /user/invoices/{id}/cancellation', {
  summary: 'As the issuer, cancel a document at the tax authority, within 72 hours after its acceptance',
  body: z.strictObject({ reason: z.string().check(z.maxLength(10_000)) }),
  reply: invoiceSchema,
  refuses: [...ACTING_REFUSALS, ...cancelRefusals],
});

export const cancelFeeInvoice = route('POST /admin/invoices/{id}/cancellation', {
  ...cancelSaleInvoice,
  summary: 'Cancel a document of the platform at the tax authority, within 72 hours after its acceptance',
  refuses: cancelRefusals,
});

export const askAuthorityAgain = route('POST /admin/invoices/{id}/authority-retry', {
  summary: 'Ask the tax authority again about a document whose state there is unclear. It is not sent twice',
  reply: invoiceSchema,
  refuses: ['authority_not_unclear'],
});
