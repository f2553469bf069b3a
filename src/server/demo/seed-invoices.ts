import {
  getBillingAsUser,
  getPlatformBilling,
  updateBilling,
  updatePlatformBilling,
  type BillingView,
  type PlatformBillingView,
} from '#contract/invoice/billing.ts';
import { creditFeeInvoice, issueFeeInvoice, issueSaleInvoice } from '#contract/invoice/invoice.ts';
import { textOfDecimal } from '#domain/basics/price.ts';
import type { PaymentState, WholeState } from '#domain/settlement/tracks.ts';
import { actIn } from '#server/demo/act-in.ts';
import { BUYERS, SELLERS } from '#server/demo/cast.ts';
import { findPeople, type DemoStage } from '#server/demo/make-auction.ts';
import type { Db } from '#server/platform/database/database.ts';

/** The fields that a Malaysian invoice needs in addition to the registration of a company. */
const SELLER: Partial<BillingView> = {
  taxNumber: 'C20880050010',
  industryCode: '35101',
  activity: 'Generation of electricity',
  city: 'Ipoh',
  postalCode: '30000',
  bankName: 'Kinta Valley Bank',
  bankCountry: 'MY',
  accountHolder: 'Sungai Perak Hydro Berhad',
  accountNumber: '514012345678',
  invoicePrefix: 'SPH',
};
const BUYER: Partial<BillingView> = {
  taxNumber: 'C21190060020',
  industryCode: '26105',
  activity: 'Manufacture of semiconductors',
  city: 'Bayan Lepas',
  postalCode: '11900',
};
const PLATFORM: Partial<PlatformBillingView> = {
  taxNumber: 'C20990070030',
  industryCode: '66199',
  activity: 'Operation of a market',
  city: 'Kuala Lumpur',
  postalCode: '50470',
};
const COMPANY: PlatformBillingView['company'] = {
  companyName: 'Greenlot Demo Sdn Bhd',
  englishCompanyName: '',
  registrationNumber: '202001012345',
  sstNumber: 'W10-1808-32000001',
  address: 'Level 8, Menara Hijau, Jalan Stesen Sentral',
  province: 'MY-14',
  country: 'MY',
  phone: '+60 3 2161 0001',
  email: 'billing@greenlot-demo.example',
};

/**
 * Seeds billing details and documents: an invoice of the seller that the newcomer must pay, the platform's invoices to
 * both sides of a settled trade, and a credit note that takes back a part of the seller's fee.
 */
export async function seedInvoices(db: Db, stage: DemoStage): Promise<void> {
  const act = actIn(db, stage);
  const { admin, traderOf } = await findPeople(db);
  const [seller, buyer] = [traderOf(SELLERS[0]), traderOf(BUYERS[0])];
  for (const [{ accountId, caller }, details] of [
    [seller, SELLER],
    [buyer, BUYER],
  ] as const) {
    const params = { id: accountId };
    const stored = await act(getBillingAsUser, caller, { params, body: {} });
    await act(updateBilling, caller, { params, body: { ...stored, ...details } });
  }
  const platform = await act(getPlatformBilling, admin, { params: {}, body: {} });
  await act(updatePlatformBilling, admin, { params: {}, body: { ...platform, ...PLATFORM, company: COMPANY } });
  const newestTrade = async (payment: PaymentState, whole: WholeState): Promise<{ readonly id: string }> =>
    db
      .selectFrom('settlement')
      .select('id')
      .where('seller_account_id', '=', seller.accountId)
      .where('buyer_account_id', '=', buyer.accountId)
      .where('payment', '=', payment)
      .where('whole', '=', whole)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  await act(issueSaleInvoice, seller.caller, { params: await newestTrade('invoiced', 'open'), body: {} });
  const settled = await newestTrade('paid', 'settled');
  await act(issueFeeInvoice, admin, { params: settled, body: { to: 'buyer' } });
  const fee = await act(issueFeeInvoice, admin, { params: settled, body: { to: 'seller' } });
  const net = textOfDecimal(Number(fee.net) / 10);
  const reason = 'Reduced fee in the first month, as agreed.';
  await act(creditFeeInvoice, admin, { params: { id: fee.id }, body: { net, reason } });
}
