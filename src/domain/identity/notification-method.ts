/** Ways to deliver a one-time code (docs/rules.md#one-time-codes). */
export const NOTIFICATION_METHODS = ['email', 'sms'] as const;
export type NotificationMethod = (typeof NOTIFICATION_METHODS)[number];

export type Reach = {
  /** Whether this deployment requires SMS. */
  readonly smsRequired: boolean;
  /** Countries of the user's business accounts. */
  readonly countries: readonly string[];
  readonly hasPhone: boolean;
};

/**
 * Returns whether a user must set up a phone during sign-in (docs/rules.md#sign-in). This is the case if SMS is
 * required, the country of an account is MY, and the user has no phone.
 */
export const needsTwoFactorSetup = ({ smsRequired, countries, hasPhone }: Reach): boolean =>
  smsRequired && !hasPhone && countries.includes('MY');

/** Returns the methods that a user can select. */
export const methodsOf = (hasPhone: boolean): readonly NotificationMethod[] =>
  hasPhone ? NOTIFICATION_METHODS : ['email'];

/** Returns the method for the first one-time code. After that, the user may select another method. */
export const firstMethod = (reach: Reach): NotificationMethod =>
  reach.smsRequired && reach.hasPhone ? 'sms' : 'email';
