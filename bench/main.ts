import { measureApi } from './api.ts';
import { measureBids, measureBidsIn100Rooms } from './bids.ts';
import { measureBidsHttp } from './bids-http.ts';
import { measureClosing } from './closing.ts';
import { measureFanout } from './fanout.ts';
import type { Figure } from './figure.ts';
import { measureRoomRender } from './room-render.ts';
import { measureClose, measureStanding } from './standing.ts';

/** What can be measured; each gives one line per figure, ours beside its anchor in the same run. */
const MEASUREMENTS: Record<string, () => AsyncGenerator<Figure>> = {
  bids: measureBids,
  'bids-100-rooms': measureBidsIn100Rooms,
  'bids-http': measureBidsHttp,
  standing: measureStanding,
  close: measureClose,
  closing: measureClosing,
  fanout: measureFanout,
  'room-render': measureRoomRender,
  api: measureApi,
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(MEASUREMENTS)) {
  const measure = MEASUREMENTS[name];
  if (!measure) throw new Error(`nothing is called ${name}; there is: ${Object.keys(MEASUREMENTS).join(', ')}`);
  for await (const line of measure()) console.log(JSON.stringify(line));
}
