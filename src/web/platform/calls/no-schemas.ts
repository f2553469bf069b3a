/**
 * What stands for zod in the bundle. Routes are described once for both sides, schemas included, but only the server
 * checks with them: the browser needs their types, paths and names. Every member is a function that gives this same
 * thing again, so that the contract's modules load; asking it to check something is a mistake, and says so (decision 11).
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
