import { createChance } from '#testing/world/chance.ts';
import { judge } from './judge.ts';
import { BROKEN_REQUESTS, exchange, someFrames } from './lines.ts';
import type { Stage } from './stage.ts';

/** The maximum number of parallel connections. Most connections wait for an answer that never comes. */
const AT_ONCE = 100;

/** Returns what was wrong with the answers to broken requests, and to sockets of the hub that send random data. */
export async function fuzzBelowHttp(
  baseUrl: string,
  stage: Stage,
  wish: { sockets: number; seed: number; columns: RegExp },
): Promise<string[]> {
  const faults: string[] = [];
  const note = (sent: string, heard: string): void => {
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0);
    // For any path without a file, the server answers with a page of the application.
    const text = heard.slice(heard.indexOf('\r\n\r\n') + 4);
    // Closing the connection without an answer is acceptable here.
    const why =
      status === 0 ? undefined : judge({ status, headers: { 'content-type': 'text/html' }, text }, wish.columns);
    if (why !== undefined || /^root:|"dependencies"/m.test(text))
      faults.push(`${why ?? 'a file'}: ${sent.slice(0, 200)}`);
  };
  await Promise.all(BROKEN_REQUESTS.map(async (pieces) => note(String(pieces[0]), await exchange(baseUrl, pieces))));
  const token = stage.askers.find(({ name }) => name === 'trader')?.token ?? '';
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < wish.sockets) {
      const chance = createChance(wish.seed * 7_919 + next++);
      const url = chance.happens(0.8)
        ? await hubAddress(baseUrl, token)
        : new URL('/client/hubs/Auction?access_token=x', baseUrl);
      note('frames', await exchange(baseUrl, someFrames(url, chance)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
}

async function hubAddress(baseUrl: string, token: string): Promise<URL> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${baseUrl}/auction-api/user/auctions/pubsub/token?page=notices`, { headers });
  const { data } = (await reply.json()) as { data: { url: string; accessToken: string } };
  return new URL(`${data.url}?access_token=${data.accessToken}`, baseUrl);
}
