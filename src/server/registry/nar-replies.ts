import * as z from 'zod';
import { millionthsOf } from '#domain/certificate/serial-range.ts';
import { parseSerials, type Serials } from '#domain/certificate/serial-style.ts';

/** The parts of NAR's replies that are used, by the registry's published description of its client API (version 1.0.0). */
const text = z.union([z.string(), z.number()]).transform(String);
const quantity = z.union([z.number(), z.string()]).transform((value) => millionthsOf(String(value)));

export const transferReply = z.object({
  responses: z
    .array(
      z.object({
        correlationId: text.optional(),
        transferId: text,
        certificateSerialNumberRange: z.string(),
        quantity,
        transfereeId: text.optional(),
      }),
    )
    .default([]),
});

export const holdingReply = z.object({
  value: z.array(
    z.object({
      certificateSerialNumberRange: z.string(),
      certificateStatus: z.string().default('Active'),
      quantity,
      retirementDate: z.string().nullish(),
      notificationName: z.string().nullish(),
    }),
  ),
});
export type NarHolding = z.output<typeof holdingReply>['value'][number];

export const pendingReply = z.object({
  value: z.array(
    z.object({ certificateSerialNumberRange: z.string(), quantity, transferId: text, transfereeId: text }),
  ),
});

const errorReply = z.object({ errors: z.array(z.object({ message: z.string().optional() })).default([]) });

/** Returns what the registry wrote about an error, for a person; empty if it wrote nothing that can be read. */
export function errorTextOf(body: unknown): string {
  const read = errorReply.safeParse(body);
  return read.success
    ? read.data.errors
        .map(({ message = '' }) => message)
        .join('; ')
        .slice(0, 500)
    : '';
}

/** Reads a range such as `NAR-REC-1234-CA-06-2024-555555-1 to 66`; undefined if it is none. */
export function rangeOf(serials: string): Serials | undefined {
  const [first = '', last = first] = serials.split(' to ');
  const read = parseSerials('nar', { first, last });
  return 'code' in read ? undefined : read;
}
