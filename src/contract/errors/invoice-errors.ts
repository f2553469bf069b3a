import { conflict, refusal, type ErrorEntry } from '#contract/errors/error-entry.ts';
import type { CreditRefusal } from '#domain/invoice/amounts.ts';
import type { CancelRefusal } from '#domain/invoice/authority.ts';
import type { BillingRefusal } from '#domain/invoice/billing.ts';
import type { TaxRefusal } from '#domain/invoice/tax.ts';

/** Refusals that depend on what was issued before. */
type InvoiceRefusal =
  | 'billing_changed'
  | 'billing_incomplete'
  | 'invoice_exists'
  | 'invoice_not_due'
  | 'invoice_without_amount'
  | 'credit_of_credit_note'
  | 'invoice_void'
  | 'authority_not_unclear';

/** Refusals of invoices (docs/settlement.md#invoices). */
export const INVOICE_ERRORS = {
  tax_number_format: refusal,
  industry_code_format: refusal,
  invoice_prefix_format: refusal,
  iban_invalid: refusal,
  iban_of_other_country: refusal,
  iban_not_used: refusal,
  bic_invalid: refusal,
  tax_code_unknown: refusal,
  tax_rate_invalid: refusal,
  tax_reason_required: refusal,
  tax_periods_overlap: refusal,
  billing_changed: conflict,
  billing_incomplete: conflict,
  invoice_exists: conflict,
  invoice_not_due: conflict,
  invoice_without_amount: conflict,
  credit_of_credit_note: conflict,
  invoice_void: conflict,
  invoice_not_valid: conflict,
  cancellation_too_late: conflict,
  invoice_credited: conflict,
  authority_not_unclear: conflict,
  credit_amount_invalid: refusal,
  credit_more_than_invoiced: refusal,
} as const satisfies Partial<Record<BillingRefusal | InvoiceRefusal, ErrorEntry>> &
  Record<Exclude<TaxRefusal, BillingRefusal> | CreditRefusal | CancelRefusal, ErrorEntry>;
