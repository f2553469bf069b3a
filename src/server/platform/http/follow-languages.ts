import type { FastifyInstance } from 'fastify';
import type { Language } from '#domain/basics/language.ts';

/**
 * Replaces the languages that a request names by the one of its answer. So no other code of a request needs to know
 * which languages are on offer.
 */
export function followLanguages(app: FastifyInstance, answerLanguage: (header: string | undefined) => Language): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    headers['accept-language'] = answerLanguage(headers['accept-language']);
  });
}
