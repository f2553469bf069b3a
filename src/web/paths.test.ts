import { expect, it } from 'vitest';
import { paths } from '#web/paths.ts';

it('lists the addresses of the screens', () => {
  const { home, auctions, auction, auctionDetail, auctionResult, updateAuction, addBidders } = paths;
  expect([paths.login, paths.logout, paths.outbox]).toEqual(['/login', '/logout', '/development/outbox']);
  expect([home('user'), home('admin')]).toEqual(['/user/upcoming', '/admin/dashboard']);
  expect([auctions('user', 'past'), auctions('admin', 'current')]).toEqual(['/user/past', '/admin/upcoming']);
  expect([auction('user', '7'), auctionDetail('admin', '7')]).toEqual(['/user/auction/7', '/admin/auction/7/detail']);
  expect([paths.signUp, paths.otp, paths.forgotPassword]).toEqual(['/sign-up', '/otp', '/forgot-password']);
  const changePassword = [paths.changePassword('admin'), paths.changePassword('user'), paths.changePassword()];
  expect(changePassword).toEqual(['/admin/change-password', '/user/change-password', '/change-password']);
  expect([paths.trustedDevices('user'), paths.changePhone]).toEqual([
    '/user/trusted-devices',
    '/user/change-2fa-phone-number',
  ]);
  const registering = [paths.registration, paths.createRegistration];
  expect(registering).toEqual(['/user/account-registration', '/user/account-registration/create']);
  expect([paths.updateCompany, paths.members, paths.invitation]).toEqual([
    '/user/company-information/update',
    '/user/company-members',
    '/invitation',
  ]);
  expect([paths.automation('user'), paths.status]).toEqual(['/user/automation', '/admin/status']);
  expect([paths.guides('admin'), paths.terms('user')]).toEqual(['/admin/guide', '/user/toc']);
  expect(auctionResult('user', '7')).toBe('/user/auction-result/7');
  expect(paths.buyOrderHistory('admin')).toBe('/admin/buy-order-history');
  expect(paths.priceHistory('user')).toBe('/user/price-history');
  expect([paths.createAuction, paths.tickSize]).toEqual(['/admin/create', '/admin/tick-size']);
  expect([updateAuction('7'), addBidders('7')]).toEqual(['/admin/update/7', '/admin/add-bidders/7']);
  expect(paths.updateOwnAuction('7')).toBe('/user/update/7');
  expect([paths.accountRegistrations, paths.businessAccounts]).toEqual([
    '/admin/account-registration',
    '/admin/business-account',
  ]);
  expect([paths.accountRegistration('7'), paths.businessAccount('7')]).toEqual([
    '/admin/account-registration/7',
    '/admin/business-account/7',
  ]);
  expect([paths.marketplace('user'), paths.buy('7')]).toEqual(['/user/marketplace', '/user/marketplace/7']);
  const orders = [paths.sellOrder('user', '7'), paths.buyOrder('admin', '7')];
  expect(orders).toEqual(['/user/marketplace/sell-order/7', '/admin/marketplace/buy-order/7']);
  expect([paths.createSellOrder, paths.updateSellOrder('7'), paths.sellOrderBuyers('7')]).toEqual([
    '/admin/marketplace/create',
    '/admin/marketplace/7',
    '/admin/marketplace/update-buyers/7',
  ]);
  const open = [paths.openAuction('7'), paths.openAuctionDetail('7'), paths.openAuctionResult('7')];
  expect(open).toEqual(['/auction/7', '/auction/7/detail', '/auction-result/7']);
});
