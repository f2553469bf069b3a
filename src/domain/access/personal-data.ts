/** Sections of the personal data held about a user, as shown on screen and in the export. */
export const PERSONAL_SECTIONS = [
  'account',
  'signIn',
  'companies',
  'keys',
  'agreements',
  'notices',
  'trading',
  'administration',
  'mails',
] as const;
export type PersonalSection = (typeof PERSONAL_SECTIONS)[number];
