import * as z from 'zod/mini';
import { EXPORT_FORMATS, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { deviceTexts } from '#contract/certificate/device.ts';
import { lotFields } from '#contract/certificate/lot.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { FILE_FIELDS, FILE_KINDS, FILE_LINES_MAX } from '#domain/certificate/certificate-file.ts';
import { DEVICE_REFUSALS } from '#domain/certificate/judge-device.ts';
import { LINE_REFUSALS } from '#domain/certificate/judge-file.ts';
import { LOT_REFUSALS } from '#domain/certificate/judge-lot.ts';

/** Registering the devices and lots of a file at once (docs/rules.md#certificates). */
const linesOf = <Line extends z.ZodMiniType>(line: Line) =>
  z._default(z.array(line).check(z.maxLength(FILE_LINES_MAX)), []);

const fileBody = z.strictObject({
  /** Registered first, so lots of the same call may name them. */
  devices: linesOf(z.strictObject(deviceTexts)),
  lots: linesOf(z.strictObject({ registry: deviceTexts.registry, registryId: deviceTexts.registryId, ...lotFields })),
});

const reportSchema = z.array(
  z.strictObject({
    /** The line of the list, counted from 1. */
    line: z.number(),
    /** The name of the device, or the first and the last serial number. */
    name: z.string(),
    /** RECs, with up to six decimals. Null for a device, and if the serial numbers cannot be read. */
    quantity: z.nullable(z.string()),
    /** Empty if the line can be registered. */
    errors: z.array(
      z.strictObject({
        field: z.enum([...new Set([...FILE_FIELDS.devices, ...FILE_FIELDS.lots])]),
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

export const exportCertificateTemplate = route('GET /user/certificate-files/template', {
  summary: 'An empty file with the columns for devices or lots',
  query: z.strictObject({
    kind: z._default(z.enum(FILE_KINDS), 'devices'),
    format: z._default(z.enum(EXPORT_FORMATS), 'csv'),
  }),
  reply: fileSchema,
});
