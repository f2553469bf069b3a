import { decimalsOf } from '#domain/basics/currency.ts';
import type { FieldRefusals } from '#domain/basics/result.ts';

/** The currency of the platform as an owner sets it (docs/rules.md#currency). */
export type CurrencySetting = {
  /** The ISO 4217 code. An empty text means the currency of the variant. */
  readonly code: string;
  /** Its number of decimals. The database checks amounts by it. */
  readonly decimals: number;
};

/** The setting of a platform that has not changed its currency. The currencies of both variants have two decimals. */
export const CURRENCY_OF_VARIANT: CurrencySetting = { code: '', decimals: 2 };

/**
 * The currencies of ISO 4217, without metals, bonds and other codes that have no minor unit. A test compares them with
 * the list of the package `currency-codes`.
 */
export const CURRENCIES: readonly string[] = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
  CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ
  GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
  MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG
  QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS
  UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`
  .trim()
  .split(/\s+/);

export const CURRENCY_REFUSALS = ['currency_unknown'] as const;
export type CurrencyRefusal = (typeof CURRENCY_REFUSALS)[number];

/** Judges the code of a currency. An empty code means the currency of the variant. */
export const judgeCurrency = ({ code }: Pick<CurrencySetting, 'code'>): FieldRefusals<'code', CurrencyRefusal> =>
  code === '' || CURRENCIES.includes(code) ? {} : { code: { code: 'currency_unknown' } };

/** Returns the setting with the decimals of the currency. */
export const currencySetting = (code: string): CurrencySetting =>
  code === '' ? CURRENCY_OF_VARIANT : { code, decimals: decimalsOf(code) };
