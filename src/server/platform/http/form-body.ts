import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '#server/platform/http/refused.ts';

export const FORM = 'multipart/form-data';

/** Maximum number of bytes in a form besides the file: boundaries, names, the other fields. */
export const FORM_BYTES_BESIDE_FILE = 16_384;

/** Maximum number of parts in a form. A file with its fields needs far fewer. */
const PARTS_MAX = 100;
/** Every part has this header; the parser refuses a part without it. */
const PART_HEADER = /content-disposition/gi;

/**
 * Parses `multipart/form-data` with the runtime's parser into an object of texts and files by field name. Refuses forms
 * on routes without a file. Also refuses forms with too many parts, because the parser blocks the process for a second
 * if it gets a megabyte of empty parts.
 */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (!request.routeOptions.config.file || hasTooManyParts(body)) throw new Refused('invalid_request');
    try {
      const type = request.headers['content-type'] ?? '';
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      return Object.fromEntries(form);
    } catch {
      throw new Refused('invalid_request');
    }
  });
}

const hasTooManyParts = (body: Buffer): boolean =>
  body.toString('latin1').matchAll(PART_HEADER).drop(PARTS_MAX).next().done === false;
