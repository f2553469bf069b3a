import { companyNameIn } from '#domain/company/company-name.ts';
import type { Invoice, InvoiceParty } from '#domain/invoice/invoice.ts';

/**
 * An element of a UBL 2.1 document: its children by name, in the order of the schema. `@name` is an attribute, `#` is the
 * text beside attributes. A list repeats the element.
 */
export type UblNode = string | UblElement | readonly UblElement[];
export type UblElement = { readonly [name: string]: UblNode };

/** The specification that the document follows: the European core invoice. */
const CUSTOMIZATION = 'urn:cen.eu:en16931:2017';
const NAMESPACES = {
  '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
/** UNCL 1001: commercial invoice and credit note. */
const TYPE_CODES = { invoice: '380', creditNote: '381' } as const;
/** UN/ECE recommendation 20: one piece. A certificate is a piece that stands for one MWh. */
export const UNIT_CODE = 'C62';
/** UNCL 4461: transfer to a bank account. */
const BANK_TRANSFER = '30';

/** Returns an element, or nothing if its text is empty. */
const filled = (name: string, text: string): UblElement => (text === '' ? {} : { [name]: text });

/** Returns an amount with its currency. */
export const amount = (currency: string, text: string): UblElement => ({ '@currencyID': currency, '#': text });

/** Returns a rate as documents write it: `8.00` for 800. */
export const percentText = (hundredths: number): string => (hundredths / 100).toFixed(2);

/**
 * Returns an invoice or a credit note as a UBL 2.1 document of the European core invoice (EN 16931). The names of
 * business terms are those of the norm, as BT-1.
 */
export function en16931Of(invoice: Invoice): UblElement {
  const isInvoice = invoice.type === 'invoice';
  const name = isInvoice ? 'Invoice' : 'CreditNote';
  const { currency, tax, issuer, receiver } = invoice;
  const money = (text: string) => amount(currency, text);
  const withNumbers = tax.code !== 'O';
  return {
    [name]: {
      '@xmlns': `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`,
      ...NAMESPACES,
      'cbc:CustomizationID': CUSTOMIZATION,
      'cbc:ID': invoice.number,
      'cbc:IssueDate': invoice.issuedOn,
      ...(isInvoice && invoice.dueOn !== null ? { 'cbc:DueDate': invoice.dueOn } : {}),
      [`cbc:${name}TypeCode`]: TYPE_CODES[invoice.type],
      ...filled('cbc:Note', invoice.corrects?.reason ?? ''),
      'cbc:DocumentCurrencyCode': currency,
      'cbc:BuyerReference': invoice.tradeReference,
      ...(invoice.corrects
        ? {
            'cac:BillingReference': {
              'cac:InvoiceDocumentReference': {
                'cbc:ID': invoice.corrects.number,
                'cbc:IssueDate': invoice.corrects.issuedOn,
              },
            },
          }
        : {}),
      'cac:AccountingSupplierParty': { 'cac:Party': partyOf(issuer, withNumbers) },
      'cac:AccountingCustomerParty': { 'cac:Party': partyOf(receiver, withNumbers) },
      ...(invoice.bank && isInvoice ? { 'cac:PaymentMeans': paymentMeans(invoice) } : {}),
      ...totalsOf(invoice),
      [`cac:${name}Line`]: invoice.lines.map((line, at) => ({
        'cbc:ID': String(at + 1),
        [isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity']: {
          '@unitCode': UNIT_CODE,
          '#': String(line.quantity),
        },
        'cbc:LineExtensionAmount': money(line.net),
        'cac:Item': {
          'cbc:Name': line.description.en,
          'cac:ClassifiedTaxCategory': { ...categoryOf(tax), ...VAT },
        },
        'cac:Price': { 'cbc:PriceAmount': money(line.unitPrice) },
      })),
    },
  };
}

const VAT = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };

/** Outside the scope of tax there is no rate, not even zero (BR-O-05). */
const categoryOf = ({ code, rateHundredths }: Invoice['tax']): UblElement => ({
  'cbc:ID': code,
  ...(code === 'O' ? {} : { 'cbc:Percent': percentText(rateHundredths) }),
});

/** The tax, and the sums of the document. */
function totalsOf({ currency, tax, net, taxAmount, payable }: Invoice): UblElement {
  const money = (text: string) => amount(currency, text);
  return {
    'cac:TaxTotal': {
      'cbc:TaxAmount': money(taxAmount),
      'cac:TaxSubtotal': {
        'cbc:TaxableAmount': money(net),
        'cbc:TaxAmount': money(taxAmount),
        'cac:TaxCategory': { ...categoryOf(tax), ...filled('cbc:TaxExemptionReason', tax.reason), ...VAT },
      },
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': money(net),
      'cbc:TaxExclusiveAmount': money(net),
      'cbc:TaxInclusiveAmount': money(payable),
      'cbc:PayableAmount': money(payable),
    },
  };
}

/** Outside the scope of tax, an invoice names no tax numbers (BR-O-02). */
function partyOf(party: InvoiceParty, withTaxNumber: boolean): UblElement {
  return {
    'cac:PostalAddress': {
      ...filled('cbc:StreetName', party.address),
      ...filled('cbc:CityName', party.city),
      ...filled('cbc:PostalZone', party.postalCode),
      ...filled('cbc:CountrySubentity', party.province),
      'cac:Country': { 'cbc:IdentificationCode': party.country },
    },
    ...(withTaxNumber && party.taxNumber !== ''
      ? { 'cac:PartyTaxScheme': { 'cbc:CompanyID': party.taxNumber, ...VAT } }
      : {}),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': companyNameIn('en', party),
      ...filled('cbc:CompanyID', party.registrationNumber),
    },
    ...(party.phone === '' && party.email === ''
      ? {}
      : {
          'cac:Contact': {
            ...filled('cbc:Telephone', party.phone),
            ...filled('cbc:ElectronicMail', party.email),
          },
        }),
  };
}

const paymentMeans = ({ bank, number }: Invoice): UblElement => ({
  'cbc:PaymentMeansCode': BANK_TRANSFER,
  'cbc:PaymentID': number,
  'cac:PayeeFinancialAccount': {
    'cbc:ID': bank?.account ?? '',
    'cbc:Name': bank?.accountHolder ?? '',
    ...(bank && bank.bic !== '' ? { 'cac:FinancialInstitutionBranch': { 'cbc:ID': bank.bic } } : {}),
  },
});
