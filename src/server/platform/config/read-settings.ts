import { readFileSync } from 'node:fs';
import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings that can be read from a file. `<NAME>_FILE` is the path of the file. Containers receive secrets in files.
 */
const IN_FILES = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URL',
  'SECRET_KEY',
  'SECRET_KEY_BEFORE',
  'SMTP_URL',
  'SMS_TOKEN',
  'NAR_TOKEN',
  'MYINVOIS_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'TIMESTAMP_ROOTS',
];

/**
 * The error for an invalid configuration. Each fault is one line: the setting's name, then a description of a valid
 * value.
 */
export class WrongConfiguration extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration is invalid. Correct these settings and start again:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** The result of reading settings: the valid values, and the faults of the invalid settings. */
export type Read<Schema extends z.ZodObject> = {
  /** The valid settings. An invalid setting is treated as if it were not set. */
  readonly values: z.output<Schema>;
  readonly faults: readonly string[];
  /**
   * Names of the invalid settings. Later checks skip these settings, because a second message about the same setting
   * would confuse.
   */
  readonly wrong: ReadonlySet<string>;
};

/**
 * Reads the settings of a schema. A fault describes a valid value. It never contains the given value, which may be
 * secret.
 */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, environment: Environment): Read<Schema> {
  const names = Object.keys(schema.shape);
  const { given, faults } = withFiles(environment);
  const known = new Set([...names, ...IN_FILES.map((name) => `${name}_FILE`)]);
  faults.push(...misspelt(environment, known));
  const parsed = schema.safeParse(given);
  if (parsed.success) return { values: parsed.data, faults, wrong: new Set() };
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  faults.push(
    ...parsed.error.issues.map(({ path: [name, ...rest], message }) => sentence(schema, String(name), rest, message)),
  );
  const right = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  return { values: schema.parse(right), faults, wrong };
}

/** Treats an empty value as not set, because env files and containers write unset values as `NAME=`. */
function withFiles(environment: Environment): { given: Environment; faults: string[] } {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const faults: string[] = [];
  for (const name of IN_FILES) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) faults.push(`${name} and ${name}_FILE are both set: keep one of them`);
    try {
      given[name] = readFileSync(file, 'utf8').trim();
    } catch (failure) {
      const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
      faults.push(`${name}_FILE: cannot read ${file} (${code})`);
    }
  }
  return { given, faults };
}

/** Builds the message of a fault. The setting's description in the schema tells what a valid value is. */
function sentence(schema: z.ZodObject, name: string, rest: readonly PropertyKey[], message: string): string {
  const right = descriptionOf(schema.shape[name]);
  const where = rest.length > 0 ? ` (at ${rest.join('.')})` : '';
  return `${name}: ${message}${where}${right ? `. Expected: ${right}` : ''}`;
}

/** Returns the description of a setting, also if the setting is wrapped as optional or with a default. */
function descriptionOf(setting: unknown): string | undefined {
  if (!(setting instanceof z.ZodType)) return undefined;
  const isWrapped = setting instanceof z.ZodOptional || setting instanceof z.ZodDefault;
  return setting.description ?? (isWrapped ? descriptionOf(setting.unwrap()) : undefined);
}

/** Prefixes that only our settings have. */
const OURS = /^(?:FLAG|BRAND|OIDC|SMTP|SMS|S3|NAR|MYINVOIS|GREENLOT)_/;
/** Matches variables that Kubernetes sets in every container for the other services of the cluster. */
const OF_SERVICES = /_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/;
const TYPOS_MAX = 2;
/** Shorter setting names are not compared with unknown names, because too many names resemble a short one. */
const LENGTH_MIN = 8;

/** Reports unknown names that look like misspelled settings. */
function misspelt(environment: Environment, known: ReadonlySet<string>): string[] {
  return Object.keys(environment)
    .filter((name) => !known.has(name) && !name.startsWith('npm_') && !OF_SERVICES.test(name))
    .flatMap((name) => {
      const meant = nearest(name, known);
      if (meant === undefined && !OURS.test(name)) return [];
      return [
        `${name} is not a setting: ${meant ? `did you mean ${meant}?` : 'remove it, or find the right name in docs/operate.md'}`,
      ];
    });
}

function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  const upper = name.toUpperCase();
  const [best] = [...known]
    .filter((other) => other.length >= LENGTH_MIN)
    .map((other) => ({ other, typos: typosBetween(upper, other) }))
    .filter(({ typos }) => typos <= TYPOS_MAX)
    .toSorted((one, other) => one.typos - other.typos);
  return best?.other;
}

/** Levenshtein distance: the number of letters to add, remove or change. */
function typosBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1];
    for (const [column, second] of other.split('').entries())
      next.push(
        Math.min((row[column] ?? 0) + (letter === second ? 0 : 1), (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
