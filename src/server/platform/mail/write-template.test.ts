import { describe, expect, it } from 'vitest';
import { parseTemplate } from '#domain/notice/text-template.ts';
import { writeTemplate } from '#server/platform/mail/write-template.ts';

const write = (text: string, values: Record<string, string | number>) =>
  writeTemplate(parseTemplate(text) ?? [], values, 'en');

describe('writing texts with placeholders', () => {
  it('writes values, numbers, prices, plurals and selects', () => {
    expect(write('Hello {name}', { name: 'Mei' })).toBe('Hello Mei');
    expect(write('{count, number} RECs', { count: 1234 })).toBe('1,234 RECs');
    expect(write('{price, number, ::.00}', { price: 1234.5 })).toBe('1,234.50');
    const plural = '{n, plural, =0 {none} one {# REC} other {# RECs}}';
    expect([0, 1, 2000].map((n) => write(plural, { n }))).toEqual(['none', '1 REC', '2,000 RECs']);
    expect(write('{known, select, yes {Hello {name},} other {Hello,}}', { known: 'yes', name: 'Mei' })).toBe(
      'Hello Mei,',
    );
  });

  it('leaves all other characters as they are, and reads no placeholders in values', () => {
    expect(write("<b>it's</b> '#' {name}", { name: '{code}' })).toBe("<b>it's</b> '#' {code}");
  });

  it('writes nothing if a value is missing', () => expect(write('Hello {name}', {})).toBeUndefined());
});
