import type { Env } from '#contract/basics/env.ts';

/** Returns the deployment settings (`/env`) for a page that is measured without a server. */
export const browserEnv = (): Env => ({
  version: '0.0.0',
  variant: 'GLOBAL',
  brand: {
    name: 'Greenlot',
    title: { en: 'Greenlot', zh: 'Greenlot' },
    logoUrl: '',
    iconUrl: '',
    primaryColor: '#0b7a4b',
  },
  language: 'en',
  languages: ['en', 'zh'],
  hasLanguageChoice: true,
  currency: 'USD',
  apiBaseUrl: '',
  identityBaseUrl: '',
  clientId: '',
  issuer: '',
  phoneCountries: [],
  regions: { countries: [], phoneCountries: null, recCountries: [] },
  feeNames: { buyer: {}, seller: {} },
  businessTypes: { types: [] },
  flags: {
    marketplace: false,
    reverseAuction: true,
    smsRequired: false,
    tourGuide: false,
    auctionRoomChart: true,
    publicAuctions: false,
  },
  outboxPath: null,
  demoPeople: [],
});
