import { iso31661Alpha2ToAlpha3 } from 'iso-3166';
import { create } from 'xmlbuilder2';
import type { FileReply } from '#contract/basics/file.ts';
import type { Invoice } from '#domain/invoice/invoice.ts';
import { myInvoisOf } from '#domain/invoice/myinvois.ts';
import type { InvoiceDialect } from '#domain/invoice/tax.ts';
import { en16931Of } from '#domain/invoice/ubl.ts';

/**
 * Returns a document as a file for other software: XML of EN 16931, or JSON of MyInvois.
 *
 * @param correctedId the id of the corrected invoice at the tax authority; empty if unknown
 */
export const structuredFile = (invoice: Invoice, dialect: InvoiceDialect, correctedId: string): FileReply =>
  dialect === 'myinvois'
    ? {
        name: `${invoice.number}.json`,
        type: 'application/json',
        bytes: Buffer.from(myInvoisText(invoice, correctedId)),
      }
    : { name: `${invoice.number}.xml`, type: 'application/xml', bytes: Buffer.from(xmlText(invoice)) };

/** Returns the text of the XML document. */
export const xmlText = (invoice: Invoice): string =>
  create({ version: '1.0', encoding: 'UTF-8' }, en16931Of(invoice)).end({ prettyPrint: true });

/**
 * Returns the text of the document of MyInvois. Amounts keep all their digits.
 *
 * @param correctedId the id of the corrected invoice at the authority; empty if unknown
 */
export const myInvoisText = (invoice: Invoice, correctedId: string): string =>
  JSON.stringify(
    myInvoisOf(invoice, {
      countryOf: (country) => iso31661Alpha2ToAlpha3[country] ?? country,
      numberOf: rawNumber,
      correctedId,
    }),
  );

/** The types of the language lack this function of our Node. It writes a number with all its digits. */
const rawNumber = (text: string): unknown => (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text);
