/** Maximum length of the id of a company's account at a registry. */
export const REGISTRY_ACCOUNT_LENGTH_MAX = 100;
