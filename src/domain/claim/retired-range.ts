import type { Days } from '#domain/claim/month.ts';

/**
 * A device as the registry describes it. An empty text or null means unknown. A commissioning date of 1900-01-01 means
 * unknown, too.
 */
export type RetiredDevice = {
  /** The registry in which the device is registered, such as `I-REC(E)`. */
  readonly registry: string;
  readonly registryId: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly region: string;
  /** The registry's own codes, with their texts. */
  readonly fuelCode: string;
  readonly fuelText: string;
  readonly technologyCode: string;
  readonly technologyText: string;
  /** Megawatts as decimal text. */
  readonly capacity: string | null;
  readonly commissionedOn: string | null;
  readonly repoweredOn: string | null;
  readonly isSupported: boolean | null;
  readonly labels: readonly string[];
};

/** Certificates of one lot: a range of serials, and what their issuance says. */
export type RetiredLot = {
  /** First and last serial number; both belong to the range. */
  readonly first: string;
  readonly last: string;
  /** Megawatt-hours with six decimals, such as `168.000000`. */
  readonly quantity: string;
  readonly production: Days | null;
  readonly issuedOn: string | null;
  readonly expiresOn: string | null;
  readonly issuer: string;
  /** Whether the registrant undertook not to use the same energy for carbon offsets; null if unknown. */
  readonly includesOffsets: boolean | null;
};

/** A range of certificates that backs RECs of a retirement, and the device that produced the energy. */
export type RetiredRange = {
  readonly retirementId: string;
  /** The holding from which the RECs were retired. */
  readonly holdingId: string;
  readonly device: RetiredDevice;
  readonly lot: RetiredLot;
};
