import { describe, expect, it } from 'vitest';
import { judgeMessageText, partOf, rulesOf } from '#domain/notice/message-text.ts';
import { parseTemplate } from '#domain/notice/text-template.ts';

describe('texts with placeholders', () => {
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
      params: { name: 'secret' },
    });
    expect(judgeMessageText('Hello {name}', rules)).toEqual({
      code: 'text_placeholder_missing',
      params: { name: 'code' },
    });
    expect(code('{n, plural, one {{code}} other {none}}')).toBe('text_placeholder_missing');
    expect(code('{code} {name, plural, other {a}}')).toBe('text_placeholder_form');
  });

  it('knows which phrases are parts of one message', () => {
    const all = new Set(['mail.codeSubject', 'mail.codeBody', 'a.subject', 'a.line']);
    expect(partOf('mail.codeBody', all)).toEqual({ id: 'mail_code', part: 'body' });
    expect(partOf('accountMail.ended.keys', all)).toEqual({ id: 'accountMail_ended', part: 'keys' });
    expect(partOf('a.line', all)).toEqual({ id: 'a', part: 'line' });
    expect(partOf('mail.items', all)).toEqual({ id: 'mail_items', part: 'text' });
  });
});
