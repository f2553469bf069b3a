import { forPeople } from '#server/platform/export/export.ts';
import type { ExportValue } from '#server/platform/export/spreadsheet.ts';
import type { ClaimsReport, ClaimsReportLine } from '#contract/claim/claims-report.ts';
import { CLAIM_CHECKS } from '#domain/claim/claim-checks.ts';
import { cdpColumns } from '#server/claim/cdp-columns.ts';
import type { Block, Brand, DocumentReader, PdfDocument } from '#server/platform/document/document.ts';
import { writerFor, type Writer } from '#server/platform/document/writer-for.ts';

type ReportReader = DocumentReader & { readonly brand: Brand; readonly statedAt: Date };

/** Returns a claims report as a document: its sums, its lines with all checks, and the table for CDP. */
export function claimsReportPdf(report: ClaimsReport, { brand, statedAt, ...reader }: ReportReader): PdfDocument {
  const write = writerFor(reader);
  const { words } = write;
  return {
    ...reader,
    brand,
    title: words('claim.reportTitle', { year: String(report.year) }),
    number: `${report.companyName} ${report.year}`,
    statedAt,
    isWide: true,
    blocks: [
      {
        kind: 'facts',
        rows: [
          [words('claim.entity'), report.companyName],
          [words('claim.year'), String(report.year)],
          [words('claim.retiredSum'), report.megawattHours],
          [words('claim.registrySum'), report.megawattHoursAtRegistry],
          [words('claim.statedAt'), write.time(statedAt)],
        ],
      },
      { kind: 'paragraph', text: words('claim.reportMeaning') },
      { kind: 'heading', text: words('claim.lines') },
      claimTable(write, report.lines),
      { kind: 'heading', text: words('claim.checksTitle') },
      checkTable(write, report.lines),
      { kind: 'heading', text: words('cdp.title') },
      cdpTable(reader, report),
    ],
  };
}

function claimTable({ words, country, vintage }: Writer, lines: readonly ClaimsReportLine[]): Block {
  const known = (text: string | null | undefined): string => text || words('claim.unknown');
  return {
    kind: 'table',
    columns: [
      { heading: words('retirement.number'), share: 3.8 },
      { heading: words('beneficiary.title'), share: 3.6 },
      { heading: words('claim.consumption'), share: 2.8 },
      { heading: words('claim.period'), share: 3 },
      { heading: words('document.megawattHours'), share: 2, isNumber: true },
      { heading: words('document.vintage'), share: 2 },
      { heading: words('retiredRange.title'), share: 4.8 },
      { heading: words('retiredRange.device'), share: 3 },
      { heading: words('claim.reference'), share: 3 },
    ],
    rows: lines.map(({ number, beneficiary, claim, megawattHours, product, lot, device, registry }) => [
      number,
      beneficiary.nameOnCertificates,
      [beneficiary.location, country(beneficiary.country)].filter((text) => text !== '').join(', '),
      claim.periodFrom === null ? words('claim.unknown') : `${claim.periodFrom} – ${claim.periodTo ?? ''}`,
      megawattHours,
      vintage(product.vintage),
      lot ? `${lot.first} – ${lot.last}` : words('claim.unknown'),
      known(device && `${device.name} (${device.registryId})`),
      registry ? `${registry.registry} ${registry.reference}` : words('claim.states.platform'),
    ]),
  };
}

function checkTable({ words }: Writer, lines: readonly ClaimsReportLine[]): Block {
  return {
    kind: 'table',
    columns: [
      { heading: words('retirement.number'), share: 3.6 },
      { heading: words('retiredRange.first'), share: 5 },
      { heading: words('claim.vintageDistance'), share: 3.2, isNumber: true },
      ...CLAIM_CHECKS.map((check) => ({ heading: words(`claim.checks.${check}`), share: 2 })),
    ],
    rows: lines.map(({ number, lot, vintageDistance, checks }) => [
      number,
      lot?.first ?? words('claim.unknown'),
      vintageDistance === null ? words('claim.unknown') : String(vintageDistance),
      ...CLAIM_CHECKS.map((check) => words(`claim.check.${checks[check]}`)),
    ]),
  };
}

/** The columns of the CDP table that need more width than the others: two about the commissioning, and the comment. */
const CDP_SHARES: Readonly<Record<number, number>> = { 7: 2.4, 8: 2.4, 9: 3.2 };

function cdpTable({ language }: DocumentReader, { cdp }: ClaimsReport): Block {
  const columns = forPeople(cdpColumns(language));
  return {
    kind: 'table',
    columns: columns.map(({ heading }, at) => ({ heading, share: CDP_SHARES[at] ?? 2 })),
    rows: cdp.map((row) => columns.map(({ value }) => textOf(value(row)))),
  };
}

/** Returns a cell of the CDP table. It has texts and numbers only. */
const textOf = (value: ExportValue): string => (typeof value === 'object' ? '' : String(value));
