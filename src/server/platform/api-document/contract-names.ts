import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import type { Route } from '#contract/basics/route.ts';

/** The names under which the contract exports its operations and schemas. They name both in the API document. */
export type ContractNames = {
  readonly routes: ReadonlyMap<Route, string>;
  /** `partySchema` is named `Party`. */
  readonly schemas: ReadonlyMap<z.core.$ZodType, string>;
};

const CONTRACT = join(import.meta.dirname, '../../../contract');

/** Reads the names from the files of the contract. */
export async function readContractNames(): Promise<ContractNames> {
  const routes = new Map<Route, string>();
  const schemas = new Map<z.core.$ZodType, string>();
  const files = await Array.fromAsync(glob('**/*.ts', { cwd: CONTRACT, exclude: (name) => name.endsWith('.test.ts') }));
  for (const file of files.toSorted()) {
    const exported = (await import(join(CONTRACT, file))) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(exported)) {
      if (isRoute(value)) routes.set(value, name);
      else if (isSchema(value)) schemas.set(value, capitalised(name.replace(/Schema$/, '')));
    }
  }
  return { routes, schemas };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Whether an export of the contract is an operation. */
export const isRoute = (value: unknown): value is Route => isObject(value) && 'method' in value && 'refuses' in value;
const isSchema = (value: unknown): value is z.core.$ZodType => isObject(value) && '_zod' in value;

/** Returns a name with a capital letter first, as types have. */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
