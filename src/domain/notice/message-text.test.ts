import { describe, expect, it } from 'vitest';
import { judgeMessageText, partOf, rulesOf } from '#domain/notice/message-text.ts';
import { parseTemplate, writeTemplate } from '#domain/notice/text-template.ts';

const write = (text: string, values: Record<string, string | number>) =>
  writeTemplate(parseTemplate(text) ?? [], values, 'en');

describe('texts with placeholders', () => {
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

  it.each([
    '{',
    '}',
    '{name',
    'a } b',
    '{}',
    '{1}',
    '{n, plural, one {a}}',
    '{n, plural, few {a} other {b',
    '{n, date}',
    '{n, plural, much {a} other {b}}',
    '{a, select, x {1} x {2} other {3}}',
  ])('refuses %s', (text) => expect(parseTemplate(text)).toBeUndefined());
});

describe('edited texts of messages', () => {
  const rules = rulesOf('body', false, [
    'Code {code} for {name}, {n, plural, one {# day} other {# days}}',
    '{code} {name} {n}',
  ]);
  const subject = rulesOf('subject', false, ['Result: {title}', '{title}']);
  const code = (text: string, of = rules) => judgeMessageText(text, of)?.code;

  it('accepts texts that keep the required placeholders', () => {
    expect(code('{code}')).toBeUndefined();
    expect(code('Dear {name},\n\n{code} ({n, number})')).toBeUndefined();
    expect(code('Something else', subject)).toBeUndefined();
  });

  it('refuses each kind of mistake with its code', () => {
    expect(code(' ')).toBe('field_required');
    expect(code('', subject)).toBe('field_required');
    expect(code(`{code}${'x'.repeat(4000)}`)).toBe('less_than_maximum_character');
    expect(code('Result\r\nBcc: eve@example.test', subject)).toBe('text_line_break');
    expect(code('{code}\u0000')).toBe('text_character_unknown');
    expect(code('{code}\u202E')).toBe('text_character_unknown');
    expect(code('{code} {')).toBe('text_placeholder_broken');
    expect(judgeMessageText('{code} {secret}', rules)).toEqual({
      code: 'text_placeholder_unknown',
      params: { name: '{secret}' },
    });
    expect(judgeMessageText('Hello {name}', rules)).toEqual({
      code: 'text_placeholder_missing',
      params: { name: '{code}' },
    });
    expect(code('{n, plural, one {{code}} other {none}}')).toBe('text_placeholder_missing');
    expect(code('{code} {name, plural, other {a}}')).toBe('text_placeholder_form');
  });

  it('knows which phrases are parts of one message', () => {
    const all = new Set(['mail.codeSubject', 'mail.codeBody', 'a.subject', 'a.line']);
    expect(partOf('mail.codeBody', all)).toEqual({ id: 'mail.code', part: 'body' });
    expect(partOf('accountMail.ended.keys', all)).toEqual({ id: 'accountMail.ended', part: 'keys' });
    expect(partOf('a.line', all)).toEqual({ id: 'a', part: 'line' });
    expect(partOf('mail.items', all)).toEqual({ id: 'mail.items', part: 'text' });
  });
});
