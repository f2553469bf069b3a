import { errorResponse } from '#server/platform/api-document/openapi-errors.ts';
import type { Json } from '#server/platform/api-document/openapi-schemas.ts';

const TILE_PARAMETERS = (first: readonly Json[]): Json[] => [
  ...first,
  {
    name: 'N',
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description:
      'The number of the tile, such as `000` or `x001/234`. A partial tile has `.p/` and its width behind it',
  },
];

const bytes = (description: string): Json => ({
  200: { description, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
  // The published log does not have this tile.
  404: errorResponse(404, ['not_found']),
});

const about = (operationId: string, summary: string): Json => ({
  operationId,
  summary,
  tags: ['log-files'],
  servers: [{ url: '/' }],
  'x-access': 'open',
});

const STAMPED_SIZE: Json = {
  name: 'size',
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 1 },
  description: 'The size of the checkpoint',
};

/** The files of the log for the API document. They follow c2sp.org/tlog-tiles, so the contract has no routes for them. */
export const LOG_PATHS: Readonly<Record<string, Json>> = {
  '/log/checkpoint': {
    get: {
      ...about(
        'getLogCheckpoint',
        'The signed state of the log of the heads of all auctions (c2sp.org/tlog-checkpoint)',
      ),
      responses: {
        200: { description: 'A signed note', content: { 'text/plain': { schema: { type: 'string' } } } },
        // Nothing is published yet.
        404: errorResponse(404, ['not_found']),
      },
    },
  },
  '/log/timestamp/{size}/checkpoint': {
    get: {
      ...about(
        'getStampedCheckpoint',
        'The text that the time stamps of a size cover: a checkpoint without signatures',
      ),
      parameters: [STAMPED_SIZE],
      responses: {
        200: { description: 'The text', content: { 'text/plain': { schema: { type: 'string' } } } },
        // No time stamp has this size.
        404: errorResponse(404, ['not_found']),
      },
    },
  },
  '/log/timestamp/{size}/{authority}.tsr': {
    get: {
      ...about('getLogTimestamp', 'The time stamp of a checkpoint: the answer of an authority (RFC 3161)'),
      parameters: [
        STAMPED_SIZE,
        {
          name: 'authority',
          in: 'path',
          required: true,
          schema: { type: 'string' },
          description: 'The name of the authority',
        },
      ],
      responses: {
        200: {
          description: 'A TimeStampResp in DER',
          content: { 'application/timestamp-reply': { schema: { type: 'string', format: 'binary' } } },
        },
        // The authority gave no time stamp of this size.
        404: errorResponse(404, ['not_found']),
      },
    },
  },
  '/log/tile/{L}/{N}': {
    get: {
      ...about('getLogTile', 'Hashes of the log’s tree (c2sp.org/tlog-tiles)'),
      parameters: TILE_PARAMETERS([
        {
          name: 'L',
          in: 'path',
          required: true,
          schema: { type: 'integer', minimum: 0, maximum: 63 },
          description: 'The level',
        },
      ]),
      responses: bytes('Hashes of 32 bytes, at most 256'),
    },
  },
  '/log/tile/entries/{N}': {
    get: {
      ...about('getLogEntries', 'Entries of the log (c2sp.org/tlog-tiles)'),
      parameters: TILE_PARAMETERS([]),
      responses: bytes('Entries, each with its length in two bytes'),
    },
  },
};
