/**
 * The library at run time. At its import it warns unless `process.release.lts` names a release of Node. The packages of
 * Node 26 on npm lack that name, so the warning would stand in every log. Our identity tests run on this very Node.
 */
const { warn } = console;
console.warn = (...texts: unknown[]) => {
  if (!/^\S*oidc-provider WARNING: Unsupported runtime\b/.test(String(texts[0]))) warn(...texts);
};
const library = await import('oidc-provider');
console.warn = warn;

export const { errors, interactionPolicy, Provider } = library;
export type Provider = InstanceType<typeof library.Provider>;
