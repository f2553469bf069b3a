/**
 * Columns of values, as parameters for `unnest`. PostgreSQL gets them in its binary format: building and reading arrays
 * as text takes three times as long, and is a large part of the work for a bid. PGlite gets ordinary arrays.
 */

type ColumnType = keyof typeof TYPES;
type Value = string | number | boolean | null;

/** Writes a value at `at` and returns the end. The buffer has enough space. */
type Write = (buffer: Buffer, value: Value, at: number) => number;

/** Numbers and names of PostgreSQL's element types, the largest size of a value, and its binary format. */
const TYPES = {
  /** With or without hyphens. */
  uuid: { oid: 2950, sizeOf: () => 16, write: (buffer, value, at) => writeUuid(buffer, String(value), at) },
  int: { oid: 23, sizeOf: () => 4, write: (buffer, value, at) => buffer.writeInt32BE(Number(value), at) },
  text: {
    oid: 25,
    sizeOf: (value) => 3 * String(value).length,
    write: (buffer, value, at) => at + buffer.write(String(value), at),
  },
  bool: { oid: 16, sizeOf: () => 1, write: (buffer, value, at) => buffer.writeUInt8(value === true ? 1 : 0, at) },
  /** A time as ISO 8601 with milliseconds. */
  timestamptz: { oid: 1184, sizeOf: () => 8, write: (buffer, value, at) => writeTime(buffer, String(value), at) },
} satisfies Record<string, { oid: number; sizeOf: (value: Value) => number; write: Write }>;

const typeOf = new WeakMap<object, ColumnType>();

const column =
  <T extends Value>(type: ColumnType) =>
  (values: readonly (T | null)[]): readonly (T | null)[] => {
    typeOf.set(values, type);
    return values;
  };

/** Mark an array as a column of a type. The statement must cast the parameter to an array of the same type. */
export const uuids = column<string>('uuid');
export const ints = column<number>('int');
export const texts = column<string>('text');
export const flags = column<boolean>('bool');
/** Instants are times as texts in ISO 8601. */
export const instants = column<string>('timestamptz');

/** Returns a parameter in the form that the driver of PostgreSQL sends: a column as bytes, other values unchanged. */
export function inBinary(parameter: unknown): unknown {
  if (!Array.isArray(parameter)) return parameter;
  const type = typeOf.get(parameter);
  return type === undefined ? parameter : encode(type, parameter as readonly Value[]);
}

const HEAD_LENGTH = 20;
const LENGTH_LENGTH = 4;
const NULL_LENGTH = -1;

function encode(type: ColumnType, values: readonly Value[]): Buffer {
  const { oid, sizeOf, write }: { oid: number; sizeOf: (value: Value) => number; write: Write } = TYPES[type];
  let size = HEAD_LENGTH;
  for (const value of values) size += LENGTH_LENGTH + (value === null ? 0 : sizeOf(value));
  const buffer = Buffer.alloc(size);
  let end = writeHead(buffer, oid, values);
  for (const value of values) {
    const start = end + LENGTH_LENGTH;
    const length = value === null ? NULL_LENGTH : write(buffer, value, start) - start;
    buffer.writeInt32BE(length, end);
    end = start + Math.max(length, 0);
  }
  return buffer.subarray(0, end);
}

/** Writes the dimensions, whether there are nulls, the type, the number of values, and the first index. */
function writeHead(buffer: Buffer, oid: number, values: readonly Value[]): number {
  const dimensions = values.length === 0 ? [] : [values.length, 1];
  const head = [dimensions.length / 2, values.includes(null) ? 1 : 0, oid, ...dimensions];
  return head.reduce((at, number) => buffer.writeInt32BE(number, at), 0);
}

const HYPHEN = 45;
const NO_DIGIT = 255;
/** The value of each hexadecimal digit by its code. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
  return digit === -1 ? NO_DIGIT : digit;
});

function writeUuid(buffer: Buffer, uuid: string, start: number): number {
  let at = start;
  for (let index = 0; index < uuid.length; index += 2) {
    if (uuid.charCodeAt(index) === HYPHEN) index += 1;
    const high = DIGITS[uuid.charCodeAt(index)] ?? NO_DIGIT;
    const low = DIGITS[uuid.charCodeAt(index + 1)] ?? NO_DIGIT;
    if (high === NO_DIGIT || low === NO_DIGIT || at === start + 16) throw wrongValue(uuid, 'uuid');
    buffer[at] = 16 * high + low;
    at += 1;
  }
  if (at !== start + 16) throw wrongValue(uuid, 'uuid');
  return at;
}

/** PostgreSQL counts microseconds from 2000 on. */
const EPOCH_MS = Date.UTC(2000);
const WORD = 2 ** 32;

function writeTime(buffer: Buffer, time: string, at: number): number {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) throw wrongValue(time, 'time');
  const microseconds = (ms - EPOCH_MS) * 1_000;
  buffer.writeInt32BE(Math.floor(microseconds / WORD), at);
  return buffer.writeUInt32BE(((microseconds % WORD) + WORD) % WORD, at + 4);
}

/** Returns the error that PostgreSQL would report: a value of the statement is wrong (`isFaultOfContent`). */
const wrongValue = (value: string, type: string): Error =>
  Object.assign(new Error(`${value} is no ${type}`), { code: '22P02' });
