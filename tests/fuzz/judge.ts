import { ERRORS } from '#contract/errors/errors.ts';
import { CONFIRMATION_COLUMNS } from '#domain/delivery/confirmation.ts';
import type { SomeRequest } from './some-request.ts';

export type SomeAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
};

export type Fault = { readonly why: string; readonly who: string; readonly request: string; readonly answer: string };

/** Patterns of internals: stack traces, files, SQL statements, errors of libraries. */
const INSIDE = [
  // In JSON, a text ends at a quote, and a line of it at a backslash.
  /\bat \S+ \(?[^\s\\"]+:\d+:\d+/,
  /node_modules|node:internal|src\/(server|contract|domain)\/|\.[cm]?[jt]s:\d/,
  /\b(select|insert into|update|delete from)\b[^"]{0,200}\b(from|values|set|where)\b/i,
  /\brelation\b.*\bdoes not exist|duplicate key|violates .*constraint|syntax error at|SQLSTATE|invalid input syntax/i,
  /\b(TypeError|RangeError|SyntaxError|ReferenceError|ZodError|AssertionError|ECONNREFUSED|ENOENT|EACCES)\b/,
  /Unexpected (token|end of JSON|non-whitespace)|is not a function|Cannot read propert/,
];

const SHOWN = 600;
const PUBLIC: ReadonlySet<string> = new Set([...Object.keys(ERRORS), ...CONFIRMATION_COLUMNS]);

/**
 * Returns what is wrong with an answer: a fault of the server, an error format that is not the contract's, or
 * internals.
 *
 * @param columns a pattern of column names, which only the database knows
 */
export function judge(answer: SomeAnswer, columns: RegExp): string | undefined {
  const { status, text } = answer;
  if (status === 0) return 'no answer';
  if (status >= 500) return `status ${status}`;
  if (status < 400) return undefined;
  const leak = [...INSIDE, columns].map((inside) => inside.exec(text)?.[0]).find((found) => found !== undefined);
  if (leak !== undefined) return `reveals “${leak.slice(0, 80)}”`;
  return text === '' || isEnvelope(text, String(answer.headers['content-type']))
    ? undefined
    : 'an answer that the contract does not allow';
}

/** Returns whether an answer has the contract's or OAuth's error format, or is a page of the identity service. */
function isEnvelope(text: string, type: string): boolean {
  if (type.startsWith('text/html') || text === 'Not Found') return true;
  try {
    const { code, message, error } = JSON.parse(text) as Record<string, unknown>;
    if (typeof error === 'string') return true;
    return typeof code === 'string' && code in ERRORS && typeof message === 'string';
  } catch {
    return false;
  }
}

export const faultOf = (
  why: string,
  who: string,
  { method, path, headers, body }: SomeRequest,
  answer: SomeAnswer,
): Fault => ({
  why,
  who,
  request: `${method} ${path.slice(0, SHOWN)} ${JSON.stringify(headers).slice(0, SHOWN)} ${String(body ?? '').slice(0, SHOWN)}`,
  answer: `${answer.status} ${answer.text.slice(0, SHOWN)}`,
});

/**
 * Returns a pattern of the schema's column names, without names that answers may contain: our error codes, parameters of
 * OAuth, and the columns of confirmation files.
 */
export function namesOfColumns(schema: string): RegExp {
  const names = new Set([...schema.matchAll(/^ {2}([a-z]+(?:_[a-z]+)+) /gm)].map(([, name = '']) => name));
  const secret = [...names].filter(
    (name) => !PUBLIC.has(name) && !/^(client|redirect|grant|refresh|access)_/.test(name),
  );
  return new RegExp(`\\b(${secret.join('|')})\\b`);
}
