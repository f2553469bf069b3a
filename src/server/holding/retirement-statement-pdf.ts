import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import type { Brand, DocumentReader, Fact, PdfDocument } from '#server/platform/document/document.ts';
import { writerFor, type DocumentProduct, type Writer } from '#server/platform/document/writer-for.ts';

/**
 * The contents of a retirement statement (docs/rules.md#retirements). They are final. A public page confirms the
 * statement by its number.
 */
type RetirementStatement = {
  /** Number that anyone can look up. */
  readonly number: string;
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
  const { number, retiredAt, holder, items, confirmedAt } = statement;
  const quantity = items.reduce((sum, item) => sum + item.quantity, 0);
  return {
    ...reader,
    brand,
    title: words('document.retirement.title'),
    number,
    statedAt: retiredAt,
    blocks: [
      { kind: 'paragraph', text: words('document.retirement.said', { quantity: write.quantity(quantity) }) },
      {
        kind: 'facts',
        rows: [
          [words('document.number'), number],
          [words('document.retirement.retiredAt'), write.time(retiredAt)],
          [words('document.retirement.holder'), holder],
        ],
      },
      { kind: 'heading', text: words('document.retirement.beneficiary') },
      { kind: 'facts', rows: beneficiaryFacts(write, statement.beneficiary) },
      { kind: 'heading', text: words('document.retirement.retired') },
      {
        kind: 'table',
        columns: [
          { heading: words('item.country'), share: 3 },
          { heading: words('item.fuel'), share: 3 },
          { heading: words('document.vintage'), share: 2 },
          { heading: words('document.recs'), share: 2, isNumber: true },
          { heading: words('document.megawattHours'), share: 2, isNumber: true },
        ],
        rows: items.map(({ country, fuelType, vintage, quantity: recs }) => [
          words(`country.${country}`),
          words(`fuel.${fuelType}`),
          write.vintage(vintage),
          write.quantity(recs),
          write.quantity(recs),
        ]),
        totals: [[words('document.total'), '', '', write.quantity(quantity), write.quantity(quantity)]],
      },
      { kind: 'strong', text: words('document.retirement.final') },
      { kind: 'paragraph', text: words('document.retirement.confirmed', { number }) },
      { kind: 'link', text: confirmedAt },
    ],
  };
}

function beneficiaryFacts({ words }: Writer, beneficiary: RetirementStatement['beneficiary']): Fact[] {
  const { accountType, name, address, nameOnCertificates, buildingOwnerName } = beneficiary;
  const owner: Fact[] =
    accountType === 'Building' ? [[words('document.retirement.buildingOwner'), buildingOwnerName]] : [];
  return [
    [words('document.retirement.accountType'), words(`document.retirement.type.${accountType}`)],
    [words('document.retirement.name'), name],
    ...owner,
    [words('document.retirement.address'), address],
    [words('document.retirement.nameOnCertificates'), nameOnCertificates],
  ];
}
