import { sql } from 'kysely';
import {
  getBillingAsUser,
  getPlatformBilling,
  updateBilling,
  updatePlatformBilling,
  type PlatformBillingView,
} from '#contract/invoice/billing.ts';
import type { SignedIn, World } from '#testing/world/world.ts';

/** The billing details that a Malaysian invoice needs. */
export const MALAYSIAN = {
  taxNumber: 'C20880050010',
  industryCode: '35101',
  activity: 'Electricity',
  city: 'Kuala Lumpur',
};

/** The company that runs the platform. */
export const PLATFORM_COMPANY: PlatformBillingView['company'] = {
  companyName: 'Greenlot Sdn Bhd',
  englishCompanyName: '',
  registrationNumber: '202001012345',
  sstNumber: 'W10-1808-32000001',
  address: '1 Jalan Satu',
  province: 'MY-14',
  country: 'MY',
  phone: '+60312345678',
  email: '',
};

/** Gives all companies the numbers and addresses that invoices need. */
export const completeCompanies = async ({ database: { db } }: Pick<World, 'database'>): Promise<void> =>
  void (await sql`update account set registration_number = 'R-' || substr(id::text, 1, 8), contact_number = '+60123456789',
      registered_address = '2 Jalan Dua', country = 'MY', province = 'MY-10'`.execute(db));

/** Completes the billing details of these companies and of the platform, as variant TNBX needs them. */
export async function completeBilling(w: World, admin: SignedIn, people: readonly SignedIn[]): Promise<void> {
  for (const [at, person] of people.entries()) {
    const params = { id: person.accountId };
    const { data } = await w.call(person, getBillingAsUser, { params });
    const body = { ...data, ...MALAYSIAN, taxNumber: `C2088005001${at}` };
    const { code } = await w.call(person, updateBilling, { params, body });
    if (code !== 'Success') throw new Error(`billing details were refused: ${code}`);
  }
  const { data } = await w.call(admin, getPlatformBilling);
  const body = { ...data, ...MALAYSIAN, company: PLATFORM_COMPANY };
  const { code } = await w.call(admin, updatePlatformBilling, { body });
  if (code !== 'Success') throw new Error(`billing details of the platform were refused: ${code}`);
}
