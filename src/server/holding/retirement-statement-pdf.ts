import type { RetirementWithRanges } from '#contract/holding/retirement.ts';
import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import { certificateBlocks } from '#server/holding/certificate-blocks.ts';
import type { Block, Brand, DocumentReader, Fact, PdfDocument } from '#server/platform/document/document.ts';
import { writerFor, type DocumentProduct, type Writer } from '#server/platform/document/writer-for.ts';

/**
 * The contents of a retirement statement (docs/rules.md#retirements). They are final, except for what is recorded of the
 * registry later. A public page confirms the statement by its number.
 */
type RetirementStatement = Pick<RetirementWithRanges, 'number' | 'claim' | 'state' | 'registry' | 'ranges'> & {
  readonly retiredAt: Date;
  /** The company that held the RECs. */
  readonly holder: string;
  readonly beneficiary: Beneficiary;
  /** One line for each product; most retirements have one. A REC is one MWh. */
  readonly items: readonly (DocumentProduct & { readonly quantity: number })[];
  /** The full address of the public page that confirms the number. */
  readonly confirmedAt: string;
};

/** Returns a retirement's statement as a document, which `makePdf` and `pdfFile` draw. */
export function retirementStatementPdf(
  statement: RetirementStatement,
  { brand, ...reader }: DocumentReader & { readonly brand: Brand },
): PdfDocument {
  const write = writerFor(reader);
  const { words } = write;
  const { number, retiredAt, holder, items, confirmedAt, ranges } = statement;
  const quantity = items.reduce((sum, item) => sum + item.quantity, 0);
  return {
    ...reader,
    brand,
    title: words('document.retirement.title'),
    number,
    statedAt: retiredAt,
    isWide: ranges.length > 0,
    blocks: [
      { kind: 'paragraph', text: words('document.retirement.said', { quantity: write.quantity(quantity) }) },
      {
        kind: 'facts',
        rows: [
          [words('document.number'), number],
          [words('document.retirement.retiredAt'), write.time(retiredAt)],
          [words('document.retirement.holder'), holder],
          [words('claim.state'), words(`claim.states.${statement.state}`)],
        ],
      },
      { kind: 'heading', text: words('document.retirement.beneficiary') },
      { kind: 'facts', rows: beneficiaryFacts(write, statement.beneficiary) },
      { kind: 'heading', text: words('claim.title') },
      { kind: 'facts', rows: claimFacts(write, statement) },
      { kind: 'heading', text: words('document.retirement.retired') },
      productTable(write, items),
      ...registryBlocks(write, statement),
      ...certificateBlocks(write, ranges),
      { kind: 'heading', text: words('document.retirement.meaning') },
      { kind: 'paragraph', text: words('document.retirement.is') },
      { kind: 'paragraph', text: words(`document.retirement.isNot.${statement.state}`) },
      { kind: 'strong', text: words('document.retirement.final') },
      { kind: 'paragraph', text: words('document.retirement.confirmed', { number }) },
      { kind: 'link', text: confirmedAt },
    ],
  };
}

function productTable(write: Writer, items: RetirementStatement['items']): Block {
  const { words } = write;
  const quantity = items.reduce((sum, item) => sum + item.quantity, 0);
  return {
    kind: 'table',
    columns: [
      { heading: words('item.country'), share: 3 },
      { heading: words('item.fuel'), share: 3 },
      { heading: words('document.vintage'), share: 2 },
      { heading: words('document.recs'), share: 2, isNumber: true },
      { heading: words('document.megawattHours'), share: 2, isNumber: true },
    ],
    rows: items.map(({ country, fuelType, vintage, quantity: recs }) => [
      write.country(country),
      words(`fuel.${fuelType}`),
      write.vintage(vintage),
      write.quantity(recs),
      write.quantity(recs),
    ]),
    totals: [[words('document.total'), '', '', write.quantity(quantity), write.quantity(quantity)]],
  };
}

function beneficiaryFacts({ words, country }: Writer, beneficiary: Beneficiary): Fact[] {
  const { accountType, name, address, nameOnCertificates, buildingOwnerName, location } = beneficiary;
  const owner: Fact[] =
    accountType === 'Building' ? [[words('document.retirement.buildingOwner'), buildingOwnerName]] : [];
  return [
    [words('document.retirement.accountType'), words(`document.retirement.type.${accountType}`)],
    [words('document.retirement.name'), name],
    ...owner,
    [words('document.retirement.address'), address],
    [words('document.retirement.nameOnCertificates'), nameOnCertificates],
    [words('claim.country'), country(beneficiary.country)],
    [words('claim.location'), location || words('claim.unknown')],
  ];
}

function claimFacts({ words }: Writer, { claim }: Pick<RetirementStatement, 'claim'>): Fact[] {
  const { periodFrom, periodTo, purpose, purposeText } = claim;
  const text: Fact[] = purposeText === '' ? [] : [[words('claim.purposeText'), purposeText]];
  return [
    [
      words('claim.period'),
      periodFrom === null || periodTo === null ? words('claim.unknown') : `${periodFrom} – ${periodTo}`,
    ],
    [words('claim.purpose'), words(`claim.purposes.${purpose}`)],
    ...text,
  ];
}

/** Says what was recorded of the registry, or that nothing was. */
function registryBlocks({ words }: Writer, { registry }: Pick<RetirementStatement, 'registry'>): Block[] {
  const heading: Block = { kind: 'heading', text: words('claim.registryTitle') };
  if (registry.length === 0) return [heading, { kind: 'strong', text: words('claim.notAtRegistry') }];
  return [
    heading,
    ...registry.flatMap(({ companyName, registry: name, reference, verificationKey, address, retiredOn }): Block[] => [
      {
        kind: 'facts',
        rows: [
          [words('claim.registry'), name],
          [words('claim.reference'), reference],
          [words('claim.verificationKey'), verificationKey || words('claim.unknown')],
          [words('claim.registryDay'), retiredOn],
          [words('document.seller'), companyName],
        ],
      },
      ...(address === '' ? [] : [{ kind: 'link', text: address } as const]),
    ]),
  ];
}
