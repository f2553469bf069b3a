import {
  getBillingAsAdmin,
  getBillingAsUser,
  getPlatformBilling,
  updateBilling,
  updatePlatformBilling,
} from '#contract/invoice/billing.ts';
import {
  askAuthorityAgain,
  cancelFeeInvoice,
  cancelSaleInvoice,
  creditFeeInvoice,
  creditSaleInvoice,
  getInvoiceFileAsAdmin,
  getInvoiceFileAsUser,
  issueFeeInvoice,
  issueSaleInvoice,
  listInvoicesAsAdmin,
  listInvoicesAsUser,
} from '#contract/invoice/invoice.ts';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { judgeUpdating } from '#domain/access/may.ts';
import type { InvoiceDialect } from '#domain/invoice/tax.ts';
import { requireActing, requireMembership } from '#server/company/own-account.ts';
import { presentBilling, presentPlatformBilling, readBilling, writeBilling } from '#server/invoice/billing.ts';
import { cancelInvoice } from '#server/invoice/cancel-invoice.ts';
import { creditInvoice } from '#server/invoice/credit-invoice.ts';
import { invoicePdf } from '#server/invoice/invoice-pdf.ts';
import { pageOfInvoices, readInvoice, requireInvoice } from '#server/invoice/invoice-rows.ts';
import { issueFee, issueSale } from '#server/invoice/issue-invoice.ts';
import type { IssueContext } from '#server/invoice/store-invoice.ts';
import { structuredFile } from '#server/invoice/structured-file.ts';
import { reopenSubmission } from '#server/invoice/submission-rows.ts';
import type { Brand } from '#server/platform/document/document.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { requireVisible } from '#server/settlement/settlement-access.ts';
import { requireAccount } from '#server/company/account-rows.ts';

type Deps = {
  readonly dialect: InvoiceDialect;
  readonly issuer: { readonly brand: Brand; readonly currency: string };
  /** Whether documents go to the tax authority. */
  readonly isReported: boolean;
  readonly publicUrl: string;
};

const contextOf = (
  { dialect, issuer, isReported, publicUrl }: Deps,
  { caller }: Pick<Call, 'caller'>,
): IssueContext => ({
  dialect,
  isReported,
  publicUrl,
  currency: issuer.currency,
  userId: caller.userId,
});

/** Refuses a caller who does not act for this issuer. Administrators act for the platform, which is null. */
function requireIssuer(caller: Caller, issuerId: string | null): void {
  const isIssuer = caller.role === 'Admin' ? issuerId === null : caller.accounts.some(({ id }) => id === issuerId);
  if (!isIssuer) throw new Refused('settlement_step_not_yours');
  if (issuerId !== null) requireActing(caller, issuerId);
}

async function credit(deps: Deps, call: Call<typeof creditSaleInvoice>) {
  const { db, caller, params, body } = call;
  const { issuer, settlementId } = await requireInvoice(db, caller, params.id);
  requireIssuer(caller, issuer?.accountId ?? null);
  const id = await creditInvoice(db, { invoiceId: params.id, settlementId, ...body }, contextOf(deps, call));
  return requireInvoice(db, caller, id);
}

async function cancel({ db, caller, params, body, nowMs }: Call<typeof cancelSaleInvoice>) {
  const { issuer, settlementId } = await requireInvoice(db, caller, params.id);
  requireIssuer(caller, issuer?.accountId ?? null);
  await cancelInvoice(db, { invoiceId: params.id, settlementId, reason: body.reason }, nowMs);
  return requireInvoice(db, caller, params.id);
}

async function readFile({ issuer, dialect }: Deps, call: Call<typeof getInvoiceFileAsUser>) {
  const { db, caller, params, query, timeZone } = call;
  const { content: invoice, correctedId } = await readInvoice(db, caller, params.id);
  const language = query.language ?? baseLanguageOf(call.language);
  return query.format === 'structured'
    ? structuredFile(invoice, dialect, correctedId)
    : pdfFile(`${invoice.number}-${language}`, invoicePdf(invoice, { brand: issuer.brand, language, timeZone }));
}

/** Sellers issue invoices to their buyers, and the platform issues invoices for its fees. */
const documentOperations = (deps: Deps): Operation[] => [
  operation(listInvoicesAsUser, ({ db, caller, query }) => pageOfInvoices(db, caller, query)),
  operation(listInvoicesAsAdmin, ({ db, caller, query }) => pageOfInvoices(db, caller, query)),
  operation(getInvoiceFileAsUser, (call) => readFile(deps, call)),
  operation(getInvoiceFileAsAdmin, (call) => readFile(deps, call)),
  operation(issueSaleInvoice, async (call) => {
    const { db, caller, params } = call;
    const { sellerId } = await requireVisible(db, caller, params.id);
    requireIssuer(caller, sellerId);
    return requireInvoice(db, caller, await issueSale(db, params.id, contextOf(deps, call)));
  }),
  operation(issueFeeInvoice, async (call) => {
    const { db, caller, params, body } = call;
    return requireInvoice(db, caller, await issueFee(db, params.id, body.to, contextOf(deps, call)));
  }),
  operation(creditSaleInvoice, (call) => credit(deps, call)),
  operation(creditFeeInvoice, (call) => credit(deps, call)),
];

/** Issuers cancel documents at the tax authority, and administrators ask it again. */
const authorityOperations: readonly Operation[] = [
  operation(cancelSaleInvoice, cancel),
  operation(cancelFeeInvoice, cancel),
  operation(askAuthorityAgain, async ({ db, caller, params }) => {
    await requireInvoice(db, caller, params.id);
    if (!(await reopenSubmission(db, params.id))) throw new Refused('authority_not_unclear');
    return requireInvoice(db, caller, params.id);
  }),
];

/** Companies and the platform keep what their invoices need. */
const billingOperations = ({ dialect }: Deps): Operation[] => [
  operation(getBillingAsUser, async ({ db, caller, params }) => {
    requireMembership(caller, params.id);
    return presentBilling(await readBilling(db, params.id));
  }),
  operation(getBillingAsAdmin, async ({ db, params }) => {
    await requireAccount(db, params.id);
    return presentBilling(await readBilling(db, params.id));
  }),
  operation(updateBilling, async ({ db, caller, params, body }) => {
    const refusal = judgeUpdating(requireMembership(caller, params.id));
    if (refusal) throw new Refused(refusal);
    return presentBilling(await writeBilling(db, { accountId: params.id, body }, dialect));
  }),
  operation(getPlatformBilling, async ({ db }) => presentPlatformBilling(await readBilling(db, null))),
  operation(updatePlatformBilling, async ({ db, body: { company, ...body } }) =>
    presentPlatformBilling(await writeBilling(db, { accountId: null, body, company }, dialect)),
  ),
];

export const invoiceOperations = (deps: Deps): Operation[] => [
  ...documentOperations(deps),
  ...authorityOperations,
  ...billingOperations(deps),
];
