import type { CertificateRange } from '#contract/claim/certificate-range.ts';
import type { Block } from '#server/platform/document/document.ts';
import type { Writer } from '#server/platform/document/writer-for.ts';

/**
 * Returns the part of a statement that lists devices and ranges of certificates, as the statements of registries do. It
 * says so if no certificates were named.
 */
export function certificateBlocks(write: Writer, ranges: readonly CertificateRange[]): Block[] {
  const { words } = write;
  const heading: Block = { kind: 'heading', text: words('retiredRange.title') };
  if (ranges.length === 0) return [heading, { kind: 'paragraph', text: words('retiredRange.none') }];
  const devices = new Map(ranges.map(({ device }) => [`${device.registry} ${device.registryId}`, device]));
  return [heading, deviceTable(write, [...devices.values()]), rangeTable(write, ranges)];
}

function deviceTable({ words, country }: Writer, devices: readonly CertificateRange['device'][]): Block {
  const known = (text: string | null): string => text || words('claim.unknown');
  return {
    kind: 'table',
    columns: [
      { heading: words('retiredRange.device'), share: 4 },
      { heading: words('claim.registry'), share: 2 },
      { heading: words('item.country'), share: 2 },
      { heading: words('retiredRange.fuel'), share: 3 },
      { heading: words('retiredRange.technology'), share: 3 },
      { heading: words('retiredRange.capacity'), share: 2, isNumber: true },
      { heading: words('retiredRange.commissionedOn'), share: 2 },
      { heading: words('retiredRange.repoweredOn'), share: 2 },
      { heading: words('retiredRange.supported'), share: 2 },
    ],
    rows: devices.map((device) => [
      `${device.name} (${device.registryId})`,
      device.registry,
      [country(device.country), device.region].filter((text) => text !== '').join(', '),
      known(`${device.fuelCode} ${device.fuelText}`.trim()),
      known(`${device.technologyCode} ${device.technologyText}`.trim()),
      known(device.capacity),
      known(device.commissionedOn),
      known(device.repoweredOn),
      words(`claim.check.${answerOf(device.isSupported)}`),
    ]),
  };
}

function rangeTable({ words }: Writer, ranges: readonly CertificateRange[]): Block {
  const known = (text: string | null): string => text || words('claim.unknown');
  return {
    kind: 'table',
    columns: [
      { heading: words('retiredRange.device'), share: 3 },
      { heading: words('retiredRange.first'), share: 4 },
      { heading: words('retiredRange.last'), share: 4 },
      { heading: words('document.megawattHours'), share: 2, isNumber: true },
      { heading: words('retiredRange.production'), share: 4 },
      { heading: words('retiredRange.issuedOn'), share: 2 },
      { heading: words('retiredRange.expiresOn'), share: 2 },
      { heading: words('retiredRange.issuer'), share: 2 },
      { heading: words('retiredRange.offsets'), share: 2 },
    ],
    rows: ranges.map(({ device, lot }) => [
      device.registryId,
      lot.first,
      lot.last,
      lot.quantity,
      lot.production ? `${lot.production.from} – ${lot.production.to}` : words('claim.unknown'),
      known(lot.issuedOn),
      known(lot.expiresOn),
      known(lot.issuer),
      words(`claim.check.${answerOf(lot.includesOffsets)}`),
    ]),
  };
}

const answerOf = (value: boolean | null) => (value === null ? 'unknown' : value ? 'yes' : 'no');
