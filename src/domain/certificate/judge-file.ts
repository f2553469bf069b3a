import { refuse } from '#domain/basics/accept.ts';
import type { FieldRefusals, Refusal, Result } from '#domain/basics/result.ts';
import type { DeviceLine, LotLine } from '#domain/certificate/certificate-file.ts';
import type { CheckStatus } from '#domain/certificate/check-status.ts';
import {
  judgeChoice,
  judgeDevice,
  type Device,
  type DeviceContext,
  type DeviceField,
  type DeviceRefusal,
} from '#domain/certificate/judge-device.ts';
import { judgeLot, type Lot, type LotField, type LotRefusal } from '#domain/certificate/judge-lot.ts';
import { REGISTRY_NAMES, type RegistryName } from '#domain/certificate/registry.ts';

/** Refusals of a line of a file, besides those of the form. */
export const LINE_REFUSALS = [
  'line_repeated',
  'serials_overlap_line',
  'serial_rounded',
  'device_unknown',
  'device_rejected',
] as const;
type LineRefusal = (typeof LINE_REFUSALS)[number];

export type LotLineField = LotField | 'registry' | 'registryId';
export type JudgedDevice = Result<Device, FieldRefusals<DeviceField, DeviceRefusal | LineRefusal>>;
/** A lot of a file with its device. */
export type FiledLot = { readonly deviceId: string; readonly registry: RegistryName; readonly lot: Lot };
export type JudgedLot = Result<FiledLot, FieldRefusals<LotLineField, LotRefusal | LineRefusal>>;

/**
 * Judges the devices of a file by the rules of the form. The second line of a device is refused with the number of the
 * first one.
 */
export function judgeDeviceLines(lines: readonly DeviceLine[], context: DeviceContext): JudgedDevice[] {
  const seen = new Map<string, number>();
  return lines.map((line, at): JudgedDevice => {
    const judged = judgeDevice(line, context);
    if (!judged.ok) return judged;
    const key = deviceKey(judged.value);
    const before = seen.get(key);
    if (before !== undefined) return refuse({ registryId: repeated('line_repeated', before) });
    seen.set(key, at);
    return judged;
  });
}

/** A device that the company has registered, or registers with the same file. */
export type KnownDevice = { readonly id: string; readonly status: CheckStatus };

/** Returns the text by which a lot finds its device. */
export const deviceKey = ({ registry, registryId }: Pick<LotLine, 'registry' | 'registryId'>): string =>
  `${registry.trim()} ${registryId.trim()}`;

/**
 * Judges the lots of a file by the rules of the form, and compares their serial numbers with the lines before. Whole
 * numbers and millionths of a registry are compared, too.
 *
 * @param devices the company's devices, by `deviceKey`
 * @param today the present date as `YYYY-MM-DD`
 */
export function judgeLotLines(
  lines: readonly LotLine[],
  devices: ReadonlyMap<string, KnownDevice>,
  today: string,
): JudgedLot[] {
  const judgedBefore: JudgedLot[] = [];
  for (const line of lines) judgedBefore.push(refuseOverlap(judgeLotLine(line, devices, today), judgedBefore));
  return judgedBefore;
}

function judgeLotLine(line: LotLine, devices: ReadonlyMap<string, KnownDevice>, today: string): JudgedLot {
  const rounded = roundedSerials(line);
  if (rounded) return refuse(rounded);
  const registry = judgeChoice(line.registry.trim(), REGISTRY_NAMES);
  if (!registry.ok) return refuse({ registry: registry.refused });
  const { registry: _, registryId, ...fields } = line;
  const judged = judgeLot(fields, registry.value, today);
  const device = devices.get(deviceKey(line));
  const refused = registryId.trim() === '' ? ('field_required' as const) : refusalOfDevice(device);
  if (refused || !device) return refuse({ registryId: { code: refused ?? 'device_unknown' }, ...refusedOf(judged) });
  if (!judged.ok) return judged;
  return { ok: true, value: { deviceId: device.id, registry: registry.value, lot: judged.value } };
}

function refusalOfDevice(device: KnownDevice | undefined): 'device_unknown' | 'device_rejected' | undefined {
  if (!device) return 'device_unknown';
  return device.status === 'Rejected' ? 'device_rejected' : undefined;
}

const refusedOf = <Refused extends object>(judged: Result<unknown, Refused>): Partial<Refused> =>
  judged.ok ? {} : judged.refused;

/** A spreadsheet keeps 15 digits of a number, and writes it with an exponent. Then the serial number is lost. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+?\d+$/i;

function roundedSerials({ first, last }: LotLine): FieldRefusals<LotLineField, LineRefusal> | undefined {
  const refusal = { code: 'serial_rounded' } as const;
  const [isFirst, isLast] = [ROUNDED.test(first.trim()), ROUNDED.test(last.trim())];
  return isFirst || isLast ? { ...(isFirst && { first: refusal }), ...(isLast && { last: refusal }) } : undefined;
}

function refuseOverlap(judged: JudgedLot, before: readonly JudgedLot[]): JudgedLot {
  if (!judged.ok) return judged;
  const at = before.findIndex((other) => other.ok && doShareSerials(other.value, judged.value));
  return at === -1 ? judged : refuse({ first: repeated('serials_overlap_line', at) });
}

/** As the database compares lots: a whole number contains all its millionths. */
const doShareSerials = (one: FiledLot, other: FiledLot): boolean =>
  one.registry === other.registry &&
  one.lot.serials.base === other.lot.serials.base &&
  one.lot.serials.first < other.lot.serials.last + other.lot.serials.step &&
  other.lot.serials.first < one.lot.serials.last + one.lot.serials.step;

/** Names a line before, counted from 1 without the headings. */
const repeated = <Code extends string>(code: Code, at: number): Refusal<Code> => ({ code, params: { line: at + 1 } });
