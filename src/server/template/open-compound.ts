/** A compound file ([MS-CFB]): the names of all its entries, and the streams at its root. */
export type Compound = {
  readonly names: readonly string[];
  readonly rootNames: readonly string[];
  /** Undefined if the stream does not exist or is incomplete. */
  read(rootName: string): Buffer | undefined;
};

/** Sector numbers from here on mean “no sector”. */
const NONE_FROM = 0xfffffffa;
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** The maximum number of sectors of the allocation table that the header lists. */
const IN_HEADER = 109;
const KIND = { storage: 1, stream: 2, root: 5 };
const ROOT = 0;

type Item = {
  readonly name: string;
  readonly kind: number;
  readonly siblings: readonly number[];
  readonly child: number;
  readonly start: number;
  readonly size: number;
};

/** Opens a compound file. Returns undefined if the file is damaged. Never reads more than the file's own sectors. */
export const openCompound = (bytes: Buffer): Compound | undefined => unlessBroken(() => open(bytes));

function unlessBroken<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function open(bytes: Buffer): Compound {
  const sectorBytes = sizeOf(bytes.readUInt16LE(30), [9, 12]);
  const smallBytes = sizeOf(bytes.readUInt16LE(32), [6]);
  const sectorAt = (sector: number): Buffer => {
    const from = (sector + 1) * sectorBytes;
    // The last sector may be truncated, but a sector that does not exist at all is an error.
    if (sector >= NONE_FROM || from >= bytes.length) throw new Error('a sector does not exist');
    return bytes.subarray(from, from + sectorBytes);
  };
  const table = tableOf(bytes, sectorBytes, sectorAt);
  const chain = (start: number): Buffer => Buffer.concat(follow(start, table).map(sectorAt));
  const items = itemsOf(chain(bytes.readUInt32LE(48)));
  const root = items[ROOT];
  if (root?.kind !== KIND.root) throw new Error('the root entry is missing');
  const smallFrom = bytes.readUInt32LE(56);
  const atRoot = childrenOf(items, root.child);
  const streamOf = (rootName: string): Buffer | undefined => {
    const item = atRoot.find(({ name, kind }) => name === rootName && kind === KIND.stream);
    if (!item) return undefined;
    if (item.size >= smallFrom) return whole(chain(item.start), item.size);
    const smallTable = numbersOf(chain(bytes.readUInt32LE(60)));
    const small = chain(root.start);
    const parts = follow(item.start, smallTable).map((at) => small.subarray(at * smallBytes, (at + 1) * smallBytes));
    return whole(Buffer.concat(parts), item.size);
  };
  return {
    names: items.map(({ name }) => name),
    rootNames: atRoot.map(({ name }) => name),
    read: (rootName) => unlessBroken(() => streamOf(rootName)),
  };
}

function sizeOf(shift: number, allowed: readonly number[]): number {
  if (!allowed.includes(shift)) throw new Error('the sector size is invalid');
  return 1 << shift;
}

const whole = (found: Buffer, size: number): Buffer | undefined =>
  found.length < size ? undefined : found.subarray(0, size);

const numbersOf = (sector: Buffer): number[] =>
  Array.from({ length: Math.floor(sector.length / 4) }, (_, at) => sector.readUInt32LE(at * 4));

/**
 * Returns the allocation table, which gives the next sector of each sector. The header lists the first sectors of the
 * table. A chain of sectors lists the others.
 */
function tableOf(bytes: Buffer, sectorBytes: number, sectorAt: (sector: number) => Buffer): number[] {
  const named = numbersOf(bytes.subarray(HEADER_BYTES - IN_HEADER * 4, HEADER_BYTES));
  const most = Math.ceil(bytes.length / sectorBytes);
  let more = bytes.readUInt32LE(68);
  for (let count = 0; more < NONE_FROM && count < most; count += 1) {
    const numbers = numbersOf(sectorAt(more));
    more = numbers.pop() ?? NONE_FROM;
    named.push(...numbers);
  }
  const present = named.filter((sector) => sector < NONE_FROM);
  if (present.length > most) throw new Error('a list has more sectors than the file');
  return present.flatMap((sector) => numbersOf(sectorAt(sector)));
}

/** Returns a chain of sectors. Throws if the chain has a loop. */
function follow(start: number, table: readonly number[]): number[] {
  const found: number[] = [];
  for (let sector = start; sector < NONE_FROM; sector = table[sector] ?? NONE_FROM) {
    if (found.length >= table.length) throw new Error('a chain of sectors has no end');
    found.push(sector);
  }
  return found;
}

function itemsOf(directory: Buffer): Item[] {
  const items: Item[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const entry = directory.subarray(at, at + ENTRY_BYTES);
    const nameBytes = Math.min(Math.max(entry.readUInt16LE(64) - 2, 0), 62);
    items.push({
      name: entry.subarray(0, nameBytes).toString('utf16le'),
      kind: entry[66] ?? 0,
      siblings: [entry.readUInt32LE(68), entry.readUInt32LE(72)],
      child: entry.readUInt32LE(76),
      start: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    });
  }
  return items;
}

/** Returns the direct children of a storage, which form a tree of siblings. */
function childrenOf(items: readonly Item[], first: number): Item[] {
  const seen = new Set<number>();
  const waiting = [first];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const item = items[at];
    if (!item || seen.has(at)) continue;
    seen.add(at);
    waiting.push(...item.siblings);
  }
  return [...seen].flatMap((at) => items[at] ?? []);
}
