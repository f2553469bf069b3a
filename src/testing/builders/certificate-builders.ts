import { randomInt } from 'node:crypto';
import { assignRanges, listAvailableRanges } from '#contract/certificate/backing.ts';
import { decideDevice, registerDevice, type Device } from '#contract/certificate/device.ts';
import { decideLot, registerLot, type Lot } from '#contract/certificate/lot.ts';
import { serialTexts } from '#domain/certificate/serial-style.ts';
import { MILLIONTHS } from '#domain/certificate/serial-range.ts';
import type { SignedIn, World } from '#testing/world/world.ts';

type Parties = { readonly seller: SignedIn; readonly admin: SignedIn };

const UNKNOWN_DEVICE = {
  province: null,
  capacity: null,
  repoweredOn: null,
  supported: null,
  labels: null,
  address: null,
  evidenceIds: [] as string[],
};
const UNKNOWN_LOT = {
  issuedOn: null,
  expiresOn: null as string | null,
  issuer: null,
  offsetAttributes: null,
  labels: null,
  evidenceIds: [] as string[],
};
const VERIFIED = { decision: 'Verified', remark: '' } as const;

/** Returns a device of the product of the first item of `insertAuction`. Each has its own id in the registry. */
export const aDevice = (change: { readonly registryId?: string; readonly commissionedOn?: string } = {}) => ({
  ...UNKNOWN_DEVICE,
  registry: 'irec',
  registryId: `DEVICE${randomInt(1e9)}`,
  name: 'Bakun Hydro 1',
  country: 'MY',
  fuelType: 'Hydro',
  fuelCode: 'ES300',
  technologyCode: 'TC310',
  commissionedOn: '2011-08-06',
  ...change,
});

/** Returns a lot of this many whole RECs, with serial numbers that no other lot has. */
export function aLot(quantity: number, change: Partial<Record<'periodFrom' | 'periodTo' | 'expiresOn', string>> = {}) {
  const first = BigInt(randomInt(1e14)) * 100n * MILLIONTHS;
  const last = first + BigInt(quantity - 1) * MILLIONTHS;
  const serials = serialTexts('irec', { base: '', first, last });
  return { ...UNKNOWN_LOT, ...serials, periodFrom: '2020-01-01', periodTo: '2020-12-31', ...change };
}

/** Returns a device as a line of a file. */
export function aDeviceLine(change: Parameters<typeof aDevice>[0] = {}) {
  const { evidenceIds: _, ...line } = aDevice(change);
  return line;
}

/** Returns a lot of this many whole RECs as a line of a file, which names a device of I-REC. */
export function aLotLine(registryId: string, quantity: number, change: Parameters<typeof aLot>[1] = {}) {
  const { evidenceIds: _, ...line } = aLot(quantity, change);
  return { registry: 'irec', registryId, ...line };
}

/** Registers a device and verifies it. */
export async function verifiedDevice(w: World, { seller, admin }: Parties): Promise<Device> {
  const { data } = await w.call(seller, registerDevice, { params: { id: seller.accountId }, body: aDevice() });
  return (await w.call(admin, decideDevice, { params: { id: data.id }, body: VERIFIED })).data;
}

/** Registers a lot of a new device and verifies both. */
export async function verifiedLot(
  w: World,
  parties: Parties,
  quantity: number,
  change: Parameters<typeof aLot>[1] = {},
): Promise<Lot> {
  const device = await verifiedDevice(w, parties);
  const asked = { params: { id: device.id }, body: aLot(quantity, change) };
  const { data } = await w.call(parties.seller, registerLot, asked);
  return (await w.call(parties.admin, decideLot, { params: { id: data.id }, body: VERIFIED })).data;
}

/** Puts certificates of the seller behind RECs, from the first available range that has enough. Returns the answer. */
export async function nameCertificates(
  w: World,
  { seller }: Pick<Parties, 'seller'>,
  sourceId: string,
  quantity: number,
) {
  const params = { id: seller.accountId, sourceId };
  const { data } = await w.call(seller, listAvailableRanges, { params });
  const enough = data.filter((range) => Number(range.quantity) >= quantity).slice(0, 1);
  const ranges = enough.map(({ id: rangeId }) => ({ rangeId, quantity: String(quantity) }));
  return w.call(seller, assignRanges, { params, body: { ranges } });
}
