/**
 * The library at run time. At its import it warns unless `process.release.lts` names a release of Node. The packages of
 * Node 26 on npm lack that name, so every log would begin with the warning. Our identity tests run on this very Node.
 */
const { warn } = console;
console.warn = (...texts: unknown[]) => {
  if (!/^\S*oidc-provider WARNING: Unsupported runtime\b/.test(String(texts[0]))) warn(...texts);
};
const library = await import('oidc-provider');
console.warn = warn;

export const errors = library.errors;
export const interactionPolicy = library.interactionPolicy;
export const Provider = library.Provider;
export type Provider = InstanceType<typeof library.Provider>;
