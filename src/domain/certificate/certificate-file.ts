import type { DeviceFields } from '#domain/certificate/judge-device.ts';
import type { LotFields } from '#domain/certificate/judge-lot.ts';

/** The contents that a file of certificates may have. */
export const FILE_KINDS = ['devices', 'lots'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** A device as a line of a file. */
export type DeviceLine = DeviceFields;
/** A lot as a line of a file. It names its device by the registry and the id there. */
export type LotLine = Pick<DeviceFields, 'registry' | 'registryId'> & LotFields;
