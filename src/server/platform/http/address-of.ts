import { normalizeIP } from '@fastify/rate-limit';

/**
 * Returns the client's address, as reported by the last trusted proxy. A whole IPv6 network counts as one address. A
 * client that disconnected early has no address. All such clients count as the address 0.0.0.0.
 */
export const addressOf = ({ ip }: { readonly ip: string | undefined }): string => normalizeIP(ip ?? '0.0.0.0');
