import type { Refusal } from '#domain/basics/result.ts';
import { judgeLength } from '#domain/basics/text.ts';

/**
 * Longest address, and what it may be written with (specification 5): letters of any script, digits, blanks and these
 * marks. Chinese input writes the marks in full width.
 */
export const ADDRESS_LENGTH_MAX = 255;
const ADDRESS = /^[\p{L}\p{M}\p{N} .,;()[\]{}/&_|'-]*$/u;

export type AddressRefusal = 'less_than_maximum_character' | 'address_incorrect';

export const judgeAddress = (address: string): Refusal<AddressRefusal> | undefined =>
  judgeLength(address, ADDRESS_LENGTH_MAX) ??
  (ADDRESS.test(address.normalize('NFKC')) ? undefined : { code: 'address_incorrect' });
