import type { FastifyInstance, FastifyReply } from 'fastify';
import { TILE_WIDTH } from '#domain/transparency/merkle.ts';
import { readSize } from '#domain/transparency/checkpoint.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import {
  hashReader,
  noteOf,
  publishedCheckpoint,
  readEntries,
  stampedCheckpoint,
  timestampsOf,
} from '#server/transparency-log/log-rows.ts';

/** The address of the log's files and of its page. */
export const LOG_BASE = '/log';

const YEAR_SECONDS = 31_536_000;
const LEVELS_MAX = 63;

/** Part of a log: `width` hashes or entries of a level, from `from` on. Level -1 has the entries. */
type TilePlace = { readonly level: number; readonly tile: number; readonly width: number };

/**
 * Reads the path of a tile (c2sp.org/tlog-tiles): the level or `entries`, the number in groups of three digits, and the
 * width of a partial tile. Returns undefined for any other path.
 */
export function readTilePath(path: string): TilePlace | undefined {
  const [, levelText = '', groups = '', last = '', widthText] =
    /^(entries|\d{1,2})\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  const level = levelText === 'entries' ? -1 : Number(levelText);
  const tile = Number(`${groups.replaceAll(/[x/]/g, '')}${last}`);
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText);
  const isPlain = levelText === 'entries' || levelText === String(level);
  // A leading group of zeros would give one tile two addresses.
  const isShort = !groups.startsWith('x000/');
  const isRight = last !== '' && isPlain && isShort && level <= LEVELS_MAX && tile < 2 ** 31 / TILE_WIDTH;
  return isRight && (widthText === undefined || width < TILE_WIDTH) ? { level, tile, width } : undefined;
}

/** Returns the bundle of entries: each with its length in two bytes. */
function bundleOf(entries: readonly string[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** Returns the content of a tile; undefined if the published state of the log does not have it. */
async function readTile(db: Db, { level, tile, width }: TilePlace): Promise<Buffer | undefined> {
  const from = tile * TILE_WIDTH;
  const published = await publishedCheckpoint(db);
  const count = Math.floor((published?.size ?? 0) / TILE_WIDTH ** Math.max(level, 0));
  if (from + width > count) return undefined;
  return level < 0
    ? bundleOf(await readEntries(db, from, width))
    : Buffer.concat(await hashReader(db)(level, from, width));
}

const lasting = (reply: FastifyReply, seconds: number): FastifyReply =>
  reply.header('cache-control', `public, max-age=${seconds}${seconds === YEAR_SECONDS ? ', immutable' : ''}`);

/**
 * Registers the public files of the log: the checkpoint, its time stamps, and the tiles of hashes and entries. They need no caller, and
 * any cache may keep them. They hold no personal data.
 */
export function registerLogFiles(app: FastifyInstance, db: Db): void {
  app.get(`${LOG_BASE}/checkpoint`, async (_request, reply) => {
    const published = await publishedCheckpoint(db);
    if (!published) throw new Refused('not_found');
    return lasting(reply, 1)
      .type('text/plain; charset=utf-8')
      .send(await noteOf(db, published));
  });
  app.get<{ Params: { '*': string } }>(`${LOG_BASE}/tile/*`, async ({ params }, reply) => {
    const place = readTilePath(params['*']);
    const bytes = place && (await readTile(db, place));
    if (!bytes) throw new Refused('not_found');
    // Every tile is immutable, a partial one as well: its width is in its address.
    return lasting(reply, YEAR_SECONDS).type('application/octet-stream').send(bytes);
  });
  registerTimestamps(app, db);
}

type StampParams = { Params: { size: string; authority: string } };

/** Registers the time stamps, and the texts that they cover: what programs for RFC 3161 need to check them. */
function registerTimestamps(app: FastifyInstance, db: Db): void {
  app.get<StampParams>(`${LOG_BASE}/timestamp/:size/checkpoint`, async ({ params }, reply) => {
    const checkpoint = await stampedCheckpoint(db, readSize(params.size) ?? 0);
    if (!checkpoint) throw new Refused('not_found');
    return reply.type('text/plain; charset=utf-8').send(checkpoint.text);
  });
  app.get<StampParams>(`${LOG_BASE}/timestamp/:size/:authority.tsr`, async ({ params }, reply) => {
    const stamps = await timestampsOf(db, readSize(params.size) ?? 0);
    const found = stamps.find(({ authority }) => authority === params.authority);
    if (!found) throw new Refused('not_found');
    return reply.type('application/timestamp-reply').send(found.response);
  });
}
