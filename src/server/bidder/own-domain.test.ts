import { expect, test } from 'vitest';
import { ownDomainOf } from '#server/bidder/related-bidders.ts';

test('an address has its company’s registrable domain, and none for a public email provider', () => {
  expect(ownDomainOf('hafiz@Mail.Straits.com.my')).toBe('straits.com.my');
  expect(ownDomainOf('hafiz@straits.com.my')).toBe('straits.com.my');
  for (const host of ['gmail.com', 'QQ.com', 'vip.163.com', 'yahoo.com.my', 'streamyx.com'])
    expect([host, ownDomainOf(`hafiz@${host}`)]).toEqual([host, undefined]);
  for (const email of ['', 'hafiz', 'hafiz@localhost', 'hafiz@127.0.0.1']) expect(ownDomainOf(email)).toBeUndefined();
});
