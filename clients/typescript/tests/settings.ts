/** What the test of the server passes to the programs of this folder. */
export type Settings = {
  readonly baseUrl: string;
  readonly key: string;
  readonly auctionId: string;
  readonly auctionItemId: string;
  readonly as?: 'admin';
};

export const settings = (): Settings => JSON.parse(process.env['SETTINGS'] ?? '{}') as Settings;
