import * as z from 'zod';
import { webAddress } from '#server/platform/config/config-values.ts';

/** The API of the registry NAR. Without it, registry orders go by file only. */
export const registrySettings = {
  /** Address of the client API, such as `https://narenewables2.apx.com/ClientAPI`. */
  NAR_URL: webAddress,
  /** Token for its requests. */
  NAR_TOKEN: z.string().min(1).optional(),
};

/** The API of the Malaysian tax authority (MyInvois), for variant TNBX. Without it, no document is sent. */
export const authoritySettings = {
  /** Address of the API, such as `https://api.myinvois.hasil.gov.my`. */
  MYINVOIS_URL: webAddress,
  MYINVOIS_CLIENT_ID: z.string().min(1).optional(),
  MYINVOIS_CLIENT_SECRET: z.string().min(1).optional(),
};

type AuthoritySettings = z.output<z.ZodObject<typeof authoritySettings>>;

/** Returns the faults of the settings of the tax authority, which must be set together. */
export function authorityFaults({ VARIANT, ...settings }: AuthoritySettings & { readonly VARIANT: string }): string[] {
  const names = ['MYINVOIS_URL', 'MYINVOIS_CLIENT_ID', 'MYINVOIS_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === names.length) return [];
  if (VARIANT !== 'TNBX') return ['MYINVOIS_URL needs VARIANT=TNBX, whose documents the authority takes'];
  return missing.map((name) => `${name} is missing: the other settings of MyInvois are set`);
}

type RegistrySettings = z.output<z.ZodObject<typeof registrySettings>>;

/** Returns the faults of the settings of the registry, which must be set together. */
export function registryFaults({ NAR_URL, NAR_TOKEN }: RegistrySettings): string[] {
  if (NAR_URL !== undefined && NAR_TOKEN === undefined) return ['NAR_TOKEN is missing: NAR_URL requires it'];
  return NAR_URL === undefined && NAR_TOKEN !== undefined ? ['NAR_URL is missing: NAR_TOKEN is set without it'] : [];
}
