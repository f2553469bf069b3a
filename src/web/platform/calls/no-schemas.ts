/**
 * Replaces zod in the bundle. Routes and their schemas are described once for both sides, but only the server validates
 * with them. The browser needs their types, paths and names. Every member is a function that returns this same stub, so
 * that the contract's modules load. Validating with it is a mistake and throws (decision 11).
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
