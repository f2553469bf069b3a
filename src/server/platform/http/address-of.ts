import { normalizeIP } from '@fastify/rate-limit';

/**
 * Where a request came from, as the last trusted proxy says. All of an IPv6 network counts as one address. Who has gone
 * away before its turn came has none any more: those count as one too.
 */
export const addressOf = ({ ip }: { readonly ip: string | undefined }): string => normalizeIP(ip ?? '0.0.0.0');
