/**
 * The library at run time. At its import it warns unless `process.release.lts` names a release of Node. The packages of
 * Node 26 on npm lack that name, so every log would contain the warning. Our identity tests run on this very Node.
 */
const { warn } = console;
console.warn = (...texts: unknown[]) => {
  if (!/^\S*oidc-provider WARNING: Unsupported runtime\b/.test(String(texts[0]))) warn(...texts);
};
const { errors, interactionPolicy, Provider } = await import('oidc-provider');
console.warn = warn;

type Provider = InstanceType<typeof Provider>;
export { errors, interactionPolicy, Provider };
