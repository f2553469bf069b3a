import * as beneficiaries from '#contract/beneficiary.ts';
import * as companies from '#contract/company.ts';
import { erasePersonalData } from '#contract/personal-data.ts';
import { PASSWORD, type Stage } from './stage.ts';
import type { Command } from './command.ts';

const because = { remarkContent: 'because' };
const ofCompany = ({ owner }: Stage, more: Record<string, string> = {}) => ({ id: owner.accountId, ...more });
const ofTrader = (stage: Stage) => ofCompany(stage, { userId: stage.trader.userId });
const beneficiary = {
  accountType: 'Corporate',
  name: 'Tower',
  address: '1 Jalan Sentral',
  nameOnCertificates: 'Tower',
  buildingOwnerName: '',
};

/** What is done to a company and its members. */
export const COMPANY_COMMANDS: readonly Command[] = [
  {
    name: 'maximum',
    rows: ['company', 'seats', 'live'],
    isAlsoLive: true,
    call: (s) => ({
      who: s.admin,
      route: companies.updateMaxBidQuantity,
      params: ofCompany(s),
      body: { maxBidQuantity: 50 },
    }),
  },
  {
    name: 'blacklist',
    rows: ['company'],
    call: (s) => ({ who: s.admin, route: companies.blacklistAccount, params: ofCompany(s), body: because }),
  },
  {
    name: 'invite',
    rows: ['company', 'member'],
    call: (s) => ({
      who: s.owner,
      route: companies.inviteMember,
      params: ofCompany(s),
      body: { email: 'guest@example.test', role: 'viewer' },
    }),
  },
  {
    name: 'remove member',
    rows: ['company', 'member', 'seats', 'live'],
    isAlsoLive: true,
    call: (s) => ({ who: s.owner, route: companies.removeMember, params: ofTrader(s) }),
  },
  {
    name: 'make viewer',
    rows: ['company', 'member', 'seats', 'live'],
    isAlsoLive: true,
    call: (s) => ({ who: s.owner, route: companies.updateMember, params: ofTrader(s), body: { role: 'viewer' } }),
  },
  {
    name: 'erase trader',
    rows: ['company', 'member', 'seats', 'sellOrder'],
    call: (s) => ({ who: s.trader, route: erasePersonalData, body: { Password: PASSWORD } }),
  },
  {
    name: 'save beneficiary',
    rows: ['company', 'member'],
    call: (s) => ({ who: s.trader, route: beneficiaries.saveBeneficiary, params: ofCompany(s), body: beneficiary }),
  },
];
