import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditOf, sumsOf, taxesOfLines, type InvoiceSums } from '#domain/invoice/amounts.ts';

const cents = fc.bigInt({ min: 1n, max: 10n ** 16n });
const rate = fc.integer({ min: 0, max: 10_000 });
const NOTHING: InvoiceSums = { netCents: 0n, taxCents: 0n, payableCents: 0n };

test.each([
  [10_000n, 800, 800n],
  [1n, 800, 0n],
  [7n, 800, 1n],
  [625n, 800, 50n],
  // Half a cent is rounded up.
  [1_250n, 1, 0n],
  [5_000n, 1, 1n],
  [999_999_999_900_000_000n, 10_000, 999_999_999_900_000_000n],
])('%s at %s hundredths of a percent has a tax of %s', (netCents, rateHundredths, taxCents) => {
  expect(sumsOf(netCents, { rateHundredths })).toEqual({ netCents, taxCents, payableCents: netCents + taxCents });
});

test('the tax differs from the exact tax by half a cent at most, and the net amount never changes', () => {
  fc.assert(
    fc.property(cents, rate, (netCents, rateHundredths) => {
      const sums = sumsOf(netCents, { rateHundredths });
      const off = sums.taxCents * 10_000n - netCents * BigInt(rateHundredths);
      expect(sums.netCents).toBe(netCents);
      expect(off > -5_000n && off <= 5_000n).toBe(true);
    }),
  );
});

test('the taxes of lines add up to the tax of the document, and none is more than a cent off', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 30 }), rate, (nets, rateHundredths) => {
      const taxes = taxesOfLines(nets, { rateHundredths });
      const whole = sumsOf(
        nets.reduce((sum, net) => sum + net, 0n),
        { rateHundredths },
      );
      expect(taxes.reduce((sum, tax) => sum + tax, 0n)).toBe(whole.taxCents);
      for (const [at, net] of nets.entries()) {
        const off = (taxes[at] ?? 0n) - sumsOf(net, { rateHundredths }).taxCents;
        expect(off >= -1n && off <= 1n).toBe(true);
      }
    }),
  );
});

test('credit notes over the whole net amount take back exactly the invoice, in any number of parts', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 20 }), rate, (parts, rateHundredths) => {
      const invoice = sumsOf(
        parts.reduce((sum, part) => sum + part, 0n),
        { rateHundredths },
      );
      let credited = NOTHING;
      for (const part of parts) {
        const note = creditOf({ invoice, credited }, part, { rateHundredths });
        if (typeof note === 'string') throw new Error(note);
        expect(note.taxCents >= 0n).toBe(true);
        credited = {
          netCents: credited.netCents + note.netCents,
          taxCents: credited.taxCents + note.taxCents,
          payableCents: credited.payableCents + note.payableCents,
        };
      }
      expect(credited).toEqual(invoice);
      expect(creditOf({ invoice, credited }, 1n, { rateHundredths })).toBe('credit_more_than_invoiced');
    }),
  );
});

test('refuses to credit nothing, and more than is left', () => {
  const invoice = sumsOf(1_000n, { rateHundredths: 0 });
  expect(creditOf({ invoice, credited: NOTHING }, 0n, { rateHundredths: 0 })).toBe('credit_amount_invalid');
  expect(creditOf({ invoice, credited: NOTHING }, -5n, { rateHundredths: 0 })).toBe('credit_amount_invalid');
  expect(creditOf({ invoice, credited: NOTHING }, 1_001n, { rateHundredths: 0 })).toBe('credit_more_than_invoiced');
});
