import WebSocket from 'ws';
import { checkHead, type HeadCheck, type WatchedMessage } from '#contract/bidding/check-head.ts';
import { getRoomTokenAsUser, HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import type { SignedHead } from '#domain/record/receipt.ts';
import type { SignedIn, World } from '#testing/world/world.ts';

/** A page of a room that watches the history, with the check that the browser uses. */
export type WatchingPage = {
  /** The newest head that the page has checked. A browser stores it, and shows it to the page after a reload. */
  seen(): SignedHead | undefined;
  /** The page's findings against the server. */
  found(): readonly HeadCheck['is'][];
  close(): void;
};

/** Opens the room of an auction. `known` is the head that the page saw before a reload. */
export async function openPage(
  { world, url }: { readonly world: World; readonly url: string },
  who: SignedIn,
  auctionId: string,
  known?: SignedHead,
): Promise<WatchingPage> {
  const { data } = await world.call(who, getRoomTokenAsUser, { params: { id: auctionId } });
  const address = `${url.replace('http', 'ws')}${new URL(data.url).pathname}?access_token=${data.accessToken}`;
  const socket = new WebSocket(address, HUB_SUBPROTOCOL);
  let seen = known;
  const found: HeadCheck['is'][] = [];
  let ackId = 0;
  const sync = (): void =>
    socket.send(
      JSON.stringify({
        type: 'event',
        event: 'sync',
        dataType: 'json',
        data: { version: 0, ...(seen && { seen: seen.seq }) },
        ackId: (ackId += 1),
      }),
    );
  const take = async (message: WatchedMessage): Promise<void> => {
    const checked = await checkHead(seen, message, globalThis.crypto.subtle);
    if (checked.is === 'extends') seen = checked.head;
    else if (checked.is === 'ask') sync();
    else if (checked.is !== 'repeated') found.push(checked.is);
  };
  let queue = Promise.resolve();
  socket.on('message', (text: Buffer) => {
    const { data: message } = JSON.parse(text.toString()) as { data?: WatchedMessage };
    if (message?.kind === 'snapshot' || message?.kind === 'delta') queue = queue.then(() => take(message));
  });
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  sync();
  return { seen: () => seen, found: () => found, close: () => socket.terminate() };
}
