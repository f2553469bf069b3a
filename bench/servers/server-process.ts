import { once } from 'node:events';
import { temporaryRecordKey } from '#server/award/record-key.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { measureRooms, openRooms, takeSeats, type Crowd, type Run } from '../bids.ts';

/** A task for this process: it serves the auctions of a crowd, and bids in them. */
export type ServerTask = { readonly url: string; readonly crowd: Crowd; readonly seconds: number };
export type ServerReport = 'ready' | Run;

const report = (said: ServerReport): void => void process.send?.(said);
// End when the measuring process ends.
process.on('disconnect', () => process.exit());

const [{ url, crowd, seconds }] = (await once(process, 'message')) as [ServerTask];
const database = await openDatabase({ url });
const { rooms } = await openRooms(database, temporaryRecordKey().sign);
const seats = await takeSeats(database, crowd);
report('ready');
await once(process, 'message');
report(await measureRooms(database, rooms, { crowd: { ...crowd, seconds }, seats }));
