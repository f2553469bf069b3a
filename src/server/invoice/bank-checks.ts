import { countrySpecs, isValidBIC, isValidIBAN } from 'ibantools';
import type { BankChecks } from '#domain/invoice/billing.ts';

/** The checks of `ibantools`, which has the registry of IBAN formats. */
export const bankChecks: BankChecks = {
  hasIbans: (country) => countrySpecs[country]?.IBANRegistry === true,
  isIban: (text) => isValidIBAN(text),
  isBic: isValidBIC,
};
