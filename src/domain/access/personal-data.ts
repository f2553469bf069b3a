/** What is held about a person, in the parts that it is told of them and handed out in. */
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
