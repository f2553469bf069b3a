import * as companies from '#contract/company/company.ts';
import * as beneficiaries from '#contract/holding/beneficiary.ts';
import { erasePersonalData } from '#contract/personal-data.ts';
import { PASSWORD, type Stage } from './stage.ts';
import { because, by, type Command } from './command.ts';

const company = ({ owner }: Stage) => ({ id: owner.accountId });
const member = (stage: Stage) => ({ ...company(stage), userId: stage.trader.userId });
export const BENEFICIARY = {
  accountType: 'Corporate',
  name: 'Tower',
  address: '1 Jalan Sentral',
  nameOnCertificates: 'Tower',
  buildingOwnerName: '',
};

/** Commands on a company and its members. */
export const COMPANY_COMMANDS: readonly Command[] = [
  {
    name: 'maximum',
    rows: ['company', 'seats', 'live'],
    isAlsoLive: true,
    call: by('admin', companies.updateMaxBidQuantity, company, { body: { maxBidQuantity: 50 } }),
  },
  { name: 'blacklist', rows: ['company'], call: by('admin', companies.blacklistAccount, company, because) },
  {
    name: 'invite',
    rows: ['company', 'member'],
    call: by('owner', companies.inviteMember, company, { body: { email: 'guest@example.test', role: 'viewer' } }),
  },
  {
    name: 'remove member',
    rows: ['company', 'member', 'seats', 'live'],
    isAlsoLive: true,
    call: by('owner', companies.removeMember, member),
  },
  {
    name: 'make viewer',
    rows: ['company', 'member', 'seats', 'live'],
    isAlsoLive: true,
    call: by('owner', companies.updateMember, member, { body: { role: 'viewer' } }),
  },
  {
    name: 'erase trader',
    rows: ['company', 'member', 'seats', 'sellOrder'],
    call: by('trader', erasePersonalData, () => ({}), { body: { Password: PASSWORD } }),
  },
  {
    name: 'save beneficiary',
    rows: ['company', 'member'],
    call: by('trader', beneficiaries.saveBeneficiary, company, { body: BENEFICIARY }),
  },
];
