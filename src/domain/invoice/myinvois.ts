import { companyNameIn } from '#domain/company/company-name.ts';
import type { Invoice, InvoiceParty } from '#domain/invoice/invoice.ts';
import { amount, percentText, UNIT_CODE, type UblElement, type UblNode } from '#domain/invoice/ubl.ts';

/** The number for receivers abroad, who have no Malaysian tax identification number. */
export const FOREIGN_BUYER_TIN = 'EI00000000020';
/** Document types of MyInvois, in version 1.0, which has no signature. */
const TYPE_CODES = { invoice: '01', creditNote: '02' } as const;
/** Classification: others. */
const CLASSIFICATION = '022';
/** Payment mode: transfer to a bank account. */
const BANK_TRANSFER = '03';
/** State code: not applicable. */
const NO_STATE = '17';

/** A value of UBL's JSON form. Amounts, quantities and rates are numbers, written with all their digits. */
export type UblJson = readonly { readonly [name: string]: unknown }[];

/**
 * Returns an invoice or a credit note as a document of MyInvois, the Malaysian tax authority's service: UBL 2.1 in its
 * JSON form. `numberOf` turns a decimal text into a JSON number without loss.
 *
 * @param countryOf returns the code of three letters for a code of two
 * @param correctedId the id of the corrected invoice at the authority; empty if unknown
 */
export function myInvoisOf(
  invoice: Invoice,
  {
    countryOf,
    numberOf,
    correctedId,
  }: {
    countryOf: (country: string) => string;
    numberOf: (text: string) => unknown;
    correctedId: string;
  },
): Readonly<Record<string, unknown>> {
  return {
    _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    Invoice: jsonOf(documentOf(invoice, countryOf, correctedId), numberOf),
  };
}

function documentOf(invoice: Invoice, countryOf: (country: string) => string, correctedId: string): UblElement {
  const { currency, tax } = invoice;
  const money = (text: string) => amount(currency, text);
  const category = {
    'cbc:ID': tax.code,
    'cbc:Percent': percentText(tax.rateHundredths),
    ...(tax.reason === '' ? {} : { 'cbc:TaxExemptionReason': tax.reason }),
    'cac:TaxScheme': { 'cbc:ID': { '@schemeID': 'UN/ECE 5153', '@schemeAgencyID': '6', '#': 'OTH' } },
  };
  const taxTotal = ({ net, taxAmount }: { readonly net: string; readonly taxAmount: string }) => ({
    'cbc:TaxAmount': money(taxAmount),
    'cac:TaxSubtotal': {
      'cbc:TaxableAmount': money(net),
      'cbc:TaxAmount': money(taxAmount),
      'cac:TaxCategory': category,
    },
  });
  return {
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.issuedAt.slice(0, 10),
    'cbc:IssueTime': `${invoice.issuedAt.slice(11, 19)}Z`,
    'cbc:InvoiceTypeCode': { '@listVersionID': '1.0', '#': TYPE_CODES[invoice.type] },
    'cbc:DocumentCurrencyCode': currency,
    ...referenceOf(invoice, correctedId),
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(invoice.issuer, countryOf, true) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(invoice.receiver, countryOf, false) },
    ...(invoice.bank
      ? {
          'cac:PaymentMeans': {
            'cbc:PaymentMeansCode': BANK_TRANSFER,
            'cac:PayeeFinancialAccount': { 'cbc:ID': invoice.bank.account },
          },
        }
      : {}),
    'cac:TaxTotal': taxTotal(invoice),
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': money(invoice.net),
      'cbc:TaxExclusiveAmount': money(invoice.net),
      'cbc:TaxInclusiveAmount': money(invoice.payable),
      'cbc:PayableAmount': money(invoice.payable),
    },
    'cac:InvoiceLine': invoice.lines.map((line, at) => ({
      'cbc:ID': String(at + 1),
      'cbc:InvoicedQuantity': { '@unitCode': UNIT_CODE, '#': String(line.quantity) },
      'cbc:LineExtensionAmount': money(line.net),
      'cac:TaxTotal': taxTotal(line),
      'cac:Item': {
        'cac:CommodityClassification': { 'cbc:ItemClassificationCode': { '@listID': 'CLASS', '#': CLASSIFICATION } },
        'cbc:Description': line.description.en,
      },
      'cac:Price': { 'cbc:PriceAmount': money(line.unitPrice) },
      'cac:ItemPriceExtension': { 'cbc:Amount': money(line.net) },
    })),
  };
}

/** Returns the reference of a credit note to the invoice that it corrects; nothing for an invoice. */
const referenceOf = ({ corrects }: Invoice, correctedId: string): UblElement =>
  corrects
    ? {
        'cac:BillingReference': {
          'cac:InvoiceDocumentReference': { 'cbc:ID': corrects.number, 'cbc:UUID': correctedId || 'NA' },
        },
      }
    : {};

function partyOf(party: InvoiceParty, countryOf: (country: string) => string, isIssuer: boolean): UblElement {
  const id = (schemeID: string, text: string) => ({
    'cbc:ID': { '@schemeID': schemeID, '#': text === '' ? 'NA' : text },
  });
  return {
    ...(isIssuer ? { 'cbc:IndustryClassificationCode': { '@name': party.activity, '#': party.industryCode } } : {}),
    'cac:PartyIdentification': [
      id('TIN', party.taxNumber),
      id('BRN', party.registrationNumber),
      id('SST', party.sstNumber),
    ],
    'cac:PostalAddress': {
      'cbc:CityName': party.city,
      'cbc:PostalZone': party.postalCode,
      'cbc:CountrySubentityCode': party.country === 'MY' ? party.province.slice('MY-'.length) || NO_STATE : NO_STATE,
      'cac:AddressLine': { 'cbc:Line': party.address },
      'cac:Country': {
        'cbc:IdentificationCode': {
          '@listID': 'ISO3166-1',
          '@listAgencyID': '6',
          '#': countryOf(party.country),
        },
      },
    },
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': companyNameIn('en', party) },
    'cac:Contact': {
      'cbc:Telephone': party.phone,
      ...(party.email === '' ? {} : { 'cbc:ElectronicMail': party.email }),
    },
  };
}

/** Turns a UBL element into the JSON form: each element is a list, and its text is the member `_`. */
function jsonOf(node: UblNode, numberOf: (text: string) => unknown): UblJson {
  if (typeof node === 'string') return [{ _: node }];
  if (Array.isArray(node)) return node.flatMap((one: UblElement) => jsonOf(one, numberOf));
  const isNumber = '@currencyID' in node || '@unitCode' in node;
  const entries = Object.entries(node).map(([name, child]): [string, unknown] => {
    if (name === '#') return ['_', isNumber ? numberOf(textOf(child)) : child];
    if (name.startsWith('@')) return [name.slice(1), child];
    const short = name.slice(name.indexOf(':') + 1);
    return [short, short === 'Percent' ? [{ _: numberOf(textOf(child)) }] : jsonOf(child, numberOf)];
  });
  return [Object.fromEntries(entries)];
}

const textOf = (node: UblNode): string => (typeof node === 'string' ? node : '');
