import { parseArgs } from 'node:util';
import { measureApi } from './http/api.ts';
import { measureBrowser } from './browser/browser.ts';
import { measureBids, measureBidsIn100Rooms, measureReceipts } from './bids.ts';
import { measureBidsHttp } from './http/bids-http.ts';
import { measureClosing } from './closing/closing.ts';
import { measureConnections } from './connections.ts';
import { measureDashboard } from './dashboard.ts';
import { measureFanout } from './fanout.ts';
import { USUAL, type Figure, type Length } from './figure.ts';
import { measureLists } from './lists.ts';
import { measureRecord } from './record.ts';
import { measureReplica } from './replica.ts';
import { measureRoomRender } from './browser/room-render.ts';
import { measureServers } from './servers/servers.ts';
import { measureClose, measureStanding } from './standing.ts';

/** The measurements. For each figure a measurement prints one line: our figure and its anchor from the same run. */
const MEASUREMENTS: Record<string, (length: Length) => AsyncGenerator<Figure>> = {
  bids: measureBids,
  'bids-100-rooms': measureBidsIn100Rooms,
  'bids-receipts': measureReceipts,
  'bids-http': measureBidsHttp,
  servers: measureServers,
  standing: measureStanding,
  close: measureClose,
  closing: measureClosing,
  fanout: measureFanout,
  'room-render': measureRoomRender,
  connections: measureConnections,
  lists: measureLists,
  replica: measureReplica,
  dashboard: measureDashboard,
  record: measureRecord,
  browser: measureBrowser,
  api: measureApi,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repeats: { type: 'string' }, seconds: { type: 'string' } },
});
const length = {
  repeats: Number(values.repeats ?? USUAL.repeats),
  seconds: Number(values.seconds ?? USUAL.seconds),
};
for (const name of positionals.length > 0 ? positionals : Object.keys(MEASUREMENTS)) {
  const measure = MEASUREMENTS[name];
  if (!measure) throw new Error(`there is no measurement ${name}; choose from ${Object.keys(MEASUREMENTS).join(', ')}`);
  for await (const line of measure(length)) console.log(JSON.stringify(line));
}
