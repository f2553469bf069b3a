/** The settings of the programs in this folder. `src/server/client-package.test.ts` runs them. */
export type Settings = {
  readonly baseUrl: string;
  readonly key: string;
  readonly auctionId: string;
  readonly auctionItemId: string;
  readonly as?: 'admin';
};

export const settings = (): Settings => JSON.parse(process.env['SETTINGS'] ?? '{}') as Settings;
