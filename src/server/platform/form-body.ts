import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '#server/platform/refused.ts';

export const FORM = 'multipart/form-data';

/** What stands around a file in a form: boundaries, names, the other fields. */
export const FORM_BYTES_BESIDE_FILE = 16_384;

/** Reads `multipart/form-data` by the runtime's own parser: an object of texts and files, by the names of the fields. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    try {
      const type = request.headers['content-type'] ?? '';
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      return Object.fromEntries(form);
    } catch {
      throw new Refused('invalid_request');
    }
  });
}
