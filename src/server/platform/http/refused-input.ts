import type * as z from 'zod/mini';
import type { FieldRefusal } from '#server/platform/http/refused.ts';

type Issue = z.core.$ZodIssue;

/** At most this many fields are named, because a hostile body can have thousands of wrong ones. */
const FIELDS_MAX = 20;
const CHOICES_LENGTH_MAX = 300;

/**
 * Returns what a schema refuses: each field by its path, such as `bids[2].quantity`, with the reason.
 *
 * @param issues what the schema reported
 * @param input the value that was checked, to tell a missing field from one of the wrong type
 */
export function fieldsOfIssues(issues: readonly Issue[], input: unknown): Readonly<Record<string, FieldRefusal>> {
  const named = issues.flatMap((issue) => refusalsOf(issue, [], input)).slice(0, FIELDS_MAX);
  return Object.fromEntries(named);
}

type Path = readonly PropertyKey[];
type Named = readonly [string, FieldRefusal];

function refusalsOf(issue: Issue, above: Path, input: unknown): readonly Named[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [nameOf([...path, key]), { code: 'field_unknown' }]);
  if (issue.code === 'invalid_union') {
    const nearest = nearestBranch(issue.errors);
    if (nearest) return nearest.flatMap((inner) => refusalsOf(inner, path, input));
  }
  if (valueAt(input, path) === undefined) return [[nameOf(path), { code: 'field_required' }]];
  return [[nameOf(path), refusalOf(issue)]];
}

/** Returns the issues of the one branch of a union that accepts the type of the value; undefined if none or several do. */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const fitting = branches.filter((issues) =>
    issues.every(({ code, path }) => path.length > 0 || code !== 'invalid_type'),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

function refusalOf(issue: Issue): FieldRefusal {
  if (issue.code === 'invalid_type') return { code: 'field_wrong_type', params: { type: issue.expected } };
  if (issue.code === 'invalid_format') return { code: 'field_wrong_format', params: { format: issue.format } };
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String).join(', ').slice(0, CHOICES_LENGTH_MAX);
    return { code: 'field_not_a_choice', params: { choices } };
  }
  if (issue.code === 'too_small')
    return { code: 'field_too_small', params: { of: issue.origin, minimum: Number(issue.minimum) } };
  if (issue.code === 'too_big')
    return { code: 'field_too_large', params: { of: issue.origin, maximum: Number(issue.maximum) } };
  return { code: 'field_invalid' };
}

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Readonly<Record<PropertyKey, unknown>>)[key] : undefined,
    input,
  );

/** Returns a path as programmers write it: `bids[2].quantity`. The whole value is `body`. */
const nameOf = (path: Path): string =>
  path.length === 0
    ? 'body'
    : path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`)).join('');
