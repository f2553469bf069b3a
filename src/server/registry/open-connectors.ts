import { createFileConnector } from '#server/registry/file-connector.ts';
import { createNarConnector } from '#server/registry/nar-connector.ts';
import type { Connectors, RegistryConnector } from '#server/registry/registry-connector.ts';

type RegistryConfig = { readonly NAR_URL?: string | undefined; readonly NAR_TOKEN?: string | undefined };

/** Opens the connectors of this deployment: the one by file, and the one for each registry whose API is configured. */
export function openConnectors({ NAR_URL: url, NAR_TOKEN: token }: RegistryConfig): Connectors {
  const api = url !== undefined && token !== undefined ? [createNarConnector({ url, token })] : [];
  const connectors: RegistryConnector[] = [createFileConnector(), ...api];
  return new Map(connectors.map((connector) => [connector.name, connector]));
}
