/** How a one-time code can reach a person (docs/rules.md#one-time-codes). */
export const NOTIFICATION_METHODS = ['email', 'sms'] as const;
export type NotificationMethod = (typeof NOTIFICATION_METHODS)[number];

export type Reach = {
  /** The flag of this deployment. */
  readonly smsRequired: boolean;
  /** Countries of the user's business accounts. */
  readonly countries: readonly string[];
  readonly hasPhone: boolean;
};

/**
 * Where SMS is required, an account's country is MY and no phone is set, signing in leads through setting one up
 * (docs/rules.md#sign-in).
 */
export const needsTwoFactorSetup = ({ smsRequired, countries, hasPhone }: Reach): boolean =>
  smsRequired && !hasPhone && countries.includes('MY');

export const methodsOf = (hasPhone: boolean): readonly NotificationMethod[] =>
  hasPhone ? NOTIFICATION_METHODS : ['email'];

/** The method that the first code takes; the person may ask for another. */
export const firstMethod = (reach: Reach): NotificationMethod =>
  reach.smsRequired && reach.hasPhone ? 'sms' : 'email';
