import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { WORLD_COUNTRIES } from '#domain/basics/world-country.ts';
import type { DeviceLine, LotLine } from '#domain/certificate/certificate-file.ts';
import { SUPPORT_ANSWERS } from '#domain/certificate/judge-device.ts';
import { OFFSET_ANSWERS } from '#domain/certificate/judge-lot.ts';
import { REGISTRY_NAMES } from '#domain/certificate/registry.ts';
import { SERIAL_STYLES } from '#domain/certificate/serial-style.ts';
import type { ImportColumn } from '#domain/import/import-table.ts';

const REGISTRY = [
  {
    field: 'registry',
    heading: 'certificate.registryName',
    isRequired: true,
    choices: REGISTRY_NAMES,
    words: 'certificate.registry.',
  },
  { field: 'registryId', heading: 'certificate.registryId', isRequired: true, example: 'DEV-1' },
] as const;

/** The columns of a file with devices. */
export const DEVICE_COLUMNS = [
  ...REGISTRY,
  { field: 'name', heading: 'certificate.deviceName', isRequired: true, example: 'Gerik Solar' },
  {
    field: 'country',
    heading: 'certificate.country',
    isRequired: true,
    choices: WORLD_COUNTRIES,
    words: 'region',
    example: 'MY',
  },
  { field: 'province', heading: 'certificate.province', example: 'MY-10' },
  { field: 'fuelType', heading: 'certificate.fuelType', isRequired: true, choices: FUEL_TYPES, words: 'fuel.' },
  { field: 'fuelCode', heading: 'certificate.fuelCode', example: 'ES100' },
  { field: 'technologyCode', heading: 'certificate.technologyCode', example: 'TC110' },
  { field: 'capacity', heading: 'certificate.capacity', form: 'number', example: '12.5' },
  { field: 'commissionedOn', heading: 'certificate.commissionedOn', form: 'date' },
  { field: 'repoweredOn', heading: 'certificate.repoweredOn', form: 'date' },
  { field: 'supported', heading: 'certificate.supported', choices: SUPPORT_ANSWERS, words: 'certificate.support.' },
  { field: 'labels', heading: 'certificate.labels' },
  { field: 'address', heading: 'certificate.address' },
] as const satisfies readonly ImportColumn<keyof DeviceLine>[];

/** The columns of a file with lots of certificates. */
export const LOT_COLUMNS = [
  ...REGISTRY,
  { field: 'first', heading: 'certificate.first', isRequired: true, example: SERIAL_STYLES.irecDecimal.example[0] },
  { field: 'last', heading: 'certificate.last', isRequired: true, example: SERIAL_STYLES.irecDecimal.example[1] },
  { field: 'periodFrom', heading: 'certificate.periodFrom', isRequired: true, form: 'date' },
  { field: 'periodTo', heading: 'certificate.periodTo', isRequired: true, form: 'date' },
  { field: 'issuedOn', heading: 'certificate.issuedOn', form: 'date' },
  { field: 'expiresOn', heading: 'certificate.expiresOn', form: 'date' },
  { field: 'issuer', heading: 'certificate.issuer' },
  {
    field: 'offsetAttributes',
    heading: 'certificate.offsetAttributes',
    choices: OFFSET_ANSWERS,
    words: 'certificate.offset.',
  },
  { field: 'labels', heading: 'certificate.labels' },
] as const satisfies readonly ImportColumn<keyof LotLine>[];
