import { describe, expect, it } from 'vitest';
import { maskEmail, maskPhone } from '#domain/identity/mask-target.ts';
import { firstMethod, methodsOf, needsTwoFactorSetup } from '#domain/identity/notification-method.ts';
import { judgePassword } from '#domain/identity/password.ts';
import { judgeUsername, usernameKey } from '#domain/identity/username.ts';

describe('judgeUsername', () => {
  it.each([
    ['', 'username_required'],
    ['ab', 'username_length'],
    ['a'.repeat(17), 'username_length'],
    ['123', 'username_characters'],
    ['a b', 'username_characters'],
    ['a.bc', 'username_characters'],
    ['wéi', 'username_characters'],
    ['陈伟明', 'username_characters'],
    ['abc', undefined],
    ['-a_', undefined],
    ['_1a', undefined],
    ['a'.repeat(16), undefined],
  ])('%j: %s', (username, code) => {
    expect(judgeUsername(username)?.code).toBe(code);
  });

  it('ignores case when comparing', () => {
    expect(usernameKey(' Wei-Chen ')).toBe('wei-chen');
  });
});

describe('judgePassword', () => {
  it.each([
    ['Correct-hor9', undefined],
    [`Aa1-${'x'.repeat(60)}`, undefined],
    [`Aa1-${'x'.repeat(61)}`, 'password_length_requirement'],
    ['Correct-ho9', 'password_requirements'],
    ['correct-horse-9', 'password_requirements'],
    ['CORRECT-HORSE-9', 'password_requirements'],
    ['Correct-horse-x', 'password_requirements'],
    ['CorrectHorse99', 'password_requirements'],
    ['Correct horse-9', 'password_requirements'],
  ])('%j: %s', (password, code) => {
    expect(judgePassword(password)?.code).toBe(code);
  });
});

describe('masks', () => {
  it.each([
    ['john@example.com', 'j***n@example.com'],
    ['joe@example.com', 'j***@example.com'],
    ['j@example.com', 'j***@example.com'],
    ['@example.com', '***@example.com'],
  ])('%s as %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  it.each([
    ['+60', '12 345 6789', '+60 ***789'],
    ['+86', '13812345678', '+86 ***678'],
    ['+84', '1234', '+84 ***4'],
  ])('%s %s as %s', (code, number, masked) => {
    expect(maskPhone(code, number)).toBe(masked);
  });
});

describe('contact channels', () => {
  it.each([
    [true, ['MY'], false, true],
    [true, ['MY'], true, false],
    [true, ['VN'], false, false],
    [true, [], false, false],
    [false, ['MY'], false, false],
  ])('SMS required %s, accounts in %j, phone %s: set-up needed %s', (smsRequired, countries, hasPhone, needed) => {
    expect(needsTwoFactorSetup({ smsRequired, countries, hasPhone })).toBe(needed);
  });

  it('a phone adds SMS, which comes first where it is required', () => {
    expect(methodsOf(false)).toEqual(['email']);
    expect(methodsOf(true)).toEqual(['email', 'sms']);
    expect(firstMethod({ smsRequired: true, countries: [], hasPhone: true })).toBe('sms');
    expect(firstMethod({ smsRequired: false, countries: [], hasPhone: true })).toBe('email');
    expect(firstMethod({ smsRequired: true, countries: [], hasPhone: false })).toBe('email');
  });
});
