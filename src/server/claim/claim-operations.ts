import type { FileReply } from '#contract/basics/file.ts';
import {
  exportClaimsReportAsAdmin,
  exportClaimsReportAsUser,
  getClaimsReportAsAdmin,
  getClaimsReportAsUser,
} from '#contract/claim/claims-report.ts';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { cdpColumns } from '#server/claim/cdp-columns.ts';
import { claimsColumns } from '#server/claim/claims-columns.ts';
import { readClaimsReport } from '#server/claim/claims-report.ts';
import { claimsReportPdf } from '#server/claim/claims-report-pdf.ts';
import { retireListOperations } from '#server/claim/retire-list.ts';
import { requireMembership } from '#server/company/own-account.ts';
import type { Brand } from '#server/platform/document/document.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import { exportFile } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';

/** Reads a report for a member of the company, or for an administrator. */
function read(call: Call<typeof getClaimsReportAsUser>) {
  const { caller, params, query } = call;
  if (caller.role !== 'Admin') requireMembership(caller, params.id);
  return readClaimsReport(call, params.id, query.year);
}

async function exportReport(brand: Brand, call: Call<typeof exportClaimsReportAsUser>): Promise<FileReply> {
  const { params, query, language, timeZone, nowMs } = call;
  const { year, table, format } = query;
  const report = await read({ ...call, params, query: { year } });
  const name = `claims-${year}`;
  if (format === 'pdf') {
    const reader = { brand, language: baseLanguageOf(language), timeZone, statedAt: new Date(nowMs) };
    return pdfFile(name, claimsReportPdf(report, reader));
  }
  const how = { format, timeZone };
  return table === 'claims'
    ? exportFile({ name, columns: claimsColumns(language), rows: report.lines }, how)
    : exportFile({ name: `${name}-cdp`, columns: cdpColumns(language), rows: report.cdp }, how);
}

type ClaimDeps = { readonly publicUrl: string; readonly issuer: { readonly brand: Brand } };

/** Members read the claims reports of their companies and retire RECs for a list. Administrators read all reports. */
export const claimOperations = ({ publicUrl, issuer }: ClaimDeps): Operation[] => [
  operation(getClaimsReportAsUser, read),
  operation(getClaimsReportAsAdmin, read),
  operation(exportClaimsReportAsUser, (call) => exportReport(issuer.brand, call)),
  operation(exportClaimsReportAsAdmin, (call) => exportReport(issuer.brand, call)),
  ...retireListOperations(publicUrl),
];
