import type { FindDue } from '#server/certificate/backings.ts';
import { backingOperations } from '#server/certificate/backing-operations.ts';
import { deviceOperations } from '#server/certificate/device-operations.ts';
import { lotOperations } from '#server/certificate/lot-operations.ts';
import { fileOperations } from '#server/certificate/certificate-files.ts';
import type { CertificateParts } from '#server/certificate/certificate-notices.ts';
import type { Operation } from '#server/platform/http/operation.ts';

/** Operations on devices, lots, and the certificates behind RECs. */
export const certificateOperations = (parts: CertificateParts & { readonly findDue: FindDue }): Operation[] => [
  ...deviceOperations(parts),
  ...lotOperations(parts),
  ...fileOperations(parts),
  ...backingOperations(parts),
];
