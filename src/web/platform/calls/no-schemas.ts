/**
 * The functions of a schema that validate. In the browser's bundle, `nothing` replaces zod, because only the server
 * validates (decision 11). Every property of `nothing` is `nothing` again, so the contract's modules load. Using a
 * function of this list is a mistake and throws.
 */
const CHECKS = new Set<PropertyKey>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync']);

const nothing: unknown = new Proxy(() => nothing, {
  get(_target, name) {
    if (name === 'then') return undefined;
    if (CHECKS.has(name)) throw new Error(`Schemas aren't part of the browser's bundle: ${String(name)}`);
    return nothing;
  },
});

export default nothing;
