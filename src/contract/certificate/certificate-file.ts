import * as z from 'zod/mini';
import { route } from '#contract/basics/route.ts';
import { deviceTexts } from '#contract/certificate/device.ts';
import { lotFields } from '#contract/certificate/lot.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { DEVICE_REFUSALS } from '#domain/certificate/judge-device.ts';
import { LINE_REFUSALS } from '#domain/certificate/judge-file.ts';
import { LOT_REFUSALS } from '#domain/certificate/judge-lot.ts';
import { DEVICE_COLUMNS, LOT_COLUMNS } from '#domain/import/certificate-columns.ts';
import { linesMaxOf } from '#domain/import/import-table.ts';

/** Registering the devices and lots of a file at once (docs/rules.md#certificates). */
const linesOf = <Line extends z.ZodMiniType>(line: Line) =>
  z._default(z.array(line).check(z.maxLength(linesMaxOf('lots'))), []);

/** The number of the line in the caller's file, for messages. If left out, lines are counted from 1. */
const lineNumber = { line: z.optional(z.number().check(z.int(), z.minimum(1))) };

const fileBody = z.strictObject({
  /** Registered first, so lots of the same call may name them. */
  devices: linesOf(z.strictObject({ ...deviceTexts, ...lineNumber })),
  lots: linesOf(
    z.strictObject({ registry: deviceTexts.registry, registryId: deviceTexts.registryId, ...lotFields, ...lineNumber }),
  ),
});

const reportSchema = z.array(
  z.strictObject({
    /** The number of the line in the caller's file, or in the list, counted from 1. */
    line: z.number(),
    /** The name of the device, or the first and the last serial number. */
    name: z.string(),
    /** RECs, with up to six decimals. Null for a device, and if the serial numbers cannot be read. */
    quantity: z.nullable(z.string()),
    /** Empty if the line can be registered. */
    errors: z.array(
      z.strictObject({
        field: z.enum([...new Set([...DEVICE_COLUMNS, ...LOT_COLUMNS].map(({ field }) => field))]),
        code: z.string(),
        message: z.string(),
      }),
    ),
  }),
);
const previewSchema = z.strictObject({ devices: reportSchema, lots: reportSchema });
export type FilePreview = z.output<typeof previewSchema>;
export type LineReport = FilePreview['lots'][number];

export const previewCertificateFile = route('POST /user/accounts/{id}/certificate-files/preview', {
  summary: 'What the lines of a file would register, and the errors of each line. Changes nothing',
  body: fileBody,
  reply: previewSchema,
  refuses: ACTING_REFUSALS,
});

export const registerCertificateFile = route('POST /user/accounts/{id}/certificate-files', {
  summary: 'Register devices and lots of certificates, all or nothing. An administrator verifies them',
  body: fileBody,
  reply: z.strictObject({ devices: z.number(), lots: z.number() }),
  refuses: [
    ...ACTING_REFUSALS,
    ...DEVICE_REFUSALS,
    ...LOT_REFUSALS,
    ...LINE_REFUSALS,
    'device_exists',
    'serials_registered',
    'registry_file_empty',
  ],
  idempotencyKey: 'optional',
});
