import type { Language } from '#domain/basics/language.ts';
import { vintageText } from '#domain/basics/vintage.ts';
import { statedColumn, type ClaimColumns } from '#server/claim/stated-column.ts';
import { writerFor } from '#server/platform/document/writer-for.ts';

/** Returns the columns of a claims report about the certificates. */
export function certificateColumns(language: Language): ClaimColumns {
  const { words } = writerFor({ language, timeZone: 'UTC' });
  const stated = statedColumn(language);
  return [
    stated('firstSerial', words('retiredRange.first'), ({ lot }) => lot?.first),
    stated('lastSerial', words('retiredRange.last'), ({ lot }) => lot?.last),
    { key: null, heading: words('document.vintage'), value: ({ product }) => vintageText(product.vintage) },
    { key: 'vintageYear', raw: ({ product }) => product.vintage.year },
    { key: 'vintagePeriod', raw: ({ product }) => product.vintage.period },
    {
      key: 'productionFrom',
      heading: words('retiredRange.productionFrom'),
      value: ({ production }) => production.from,
    },
    { key: 'productionTo', heading: words('retiredRange.productionTo'), value: ({ production }) => production.to },
    stated('issuedOn', words('retiredRange.issuedOn'), ({ lot }) => lot?.issuedOn),
    stated('expiresOn', words('retiredRange.expiresOn'), ({ lot }) => lot?.expiresOn),
    stated('issuer', words('retiredRange.issuer'), ({ lot }) => lot?.issuer),
    {
      key: 'includesOffsets',
      heading: words('retiredRange.offsets'),
      value: ({ lot }) => words(`claim.check.${answerOf(lot?.includesOffsets)}`),
      raw: ({ lot }) => lot?.includesOffsets ?? null,
    },
  ];
}

/** Returns the columns of a claims report about the device. */
export function deviceColumns(language: Language): ClaimColumns {
  const { words, country } = writerFor({ language, timeZone: 'UTC' });
  const stated = statedColumn(language);
  return [
    stated('deviceRegistryId', words('retiredRange.registryId'), ({ device }) => device?.registryId),
    stated('device', words('retiredRange.device'), ({ device }) => device?.name),
    {
      key: 'origin',
      heading: words('retiredRange.origin'),
      value: ({ device, product }) => country(device?.country || product.country),
      raw: ({ device, product }) => device?.country || product.country,
    },
    stated('region', words('retiredRange.region'), ({ device }) => device?.region),
    {
      key: 'recFuelType',
      heading: words('item.fuel'),
      value: ({ product }) => words(`fuel.${product.fuelType}`),
      raw: ({ product }) => product.fuelType,
    },
    stated(
      'fuelCode',
      words('retiredRange.fuel'),
      ({ device }) => device && `${device.fuelCode} ${device.fuelText}`.trim(),
      ({ device }) => device?.fuelCode,
    ),
    stated(
      'technologyCode',
      words('retiredRange.technology'),
      ({ device }) => device && `${device.technologyCode} ${device.technologyText}`.trim(),
      ({ device }) => device?.technologyCode,
    ),
    stated('capacity', words('retiredRange.capacity'), ({ device }) => device?.capacity),
    stated('commissionedOn', words('retiredRange.commissionedOn'), ({ device }) => device?.commissionedOn),
    stated('repoweredOn', words('retiredRange.repoweredOn'), ({ device }) => device?.repoweredOn),
    {
      key: 'isSupported',
      heading: words('retiredRange.supported'),
      value: ({ device }) => words(`claim.check.${answerOf(device?.isSupported)}`),
      raw: ({ device }) => device?.isSupported ?? null,
    },
    stated(
      'labels',
      words('retiredRange.labels'),
      ({ device }) => device?.labels.join(', '),
      ({ device }) => device?.labels,
    ),
  ];
}

const answerOf = (value: boolean | null | undefined) => (value == null ? 'unknown' : value ? 'yes' : 'no');
