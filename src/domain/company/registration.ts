/** Statuses of a company's registration, which administrators process (docs/rules.md#registrations). */
export const REGISTRATION_STATUSES = ['New', 'In-Progress', 'Returned', 'Approved', 'Rejected'] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** Statuses of an open registration. A user can have only one open registration. */
export const OPEN_STATUSES = ['New', 'In-Progress', 'Returned'] as const satisfies readonly RegistrationStatus[];

/** Events of a registration. The registrant submits and resubmits. Administrators cause all other events. */
export const REGISTRATION_EVENTS = ['submit', 'resubmit', 'take-up', 'approve', 'return', 'reject', 'reopen'] as const;
export type RegistrationEvent = (typeof REGISTRATION_EVENTS)[number];

type StatusTransition = {
  readonly from: RegistrationStatus;
  readonly to: RegistrationStatus;
  readonly needsRemark: boolean;
};

/** Actions of an administrator. `from` and `to` are the statuses before and after. `needsRemark` requires a remark. */
export const REGISTRATION_ACTIONS = {
  'take-up': { from: 'New', to: 'In-Progress', needsRemark: false },
  approve: { from: 'In-Progress', to: 'Approved', needsRemark: false },
  return: { from: 'In-Progress', to: 'Returned', needsRemark: true },
  reject: { from: 'In-Progress', to: 'Rejected', needsRemark: true },
  /** Takes a rejection back (decision 124). */
  reopen: { from: 'Rejected', to: 'In-Progress', needsRemark: true },
} as const satisfies Partial<Record<RegistrationEvent, StatusTransition>>;
export type RegistrationAction = keyof typeof REGISTRATION_ACTIONS;

/** The status change when the registrant corrects and resubmits a returned registration. */
export const RESUBMISSION = { from: 'Returned', to: 'New', needsRemark: false } as const satisfies StatusTransition;

/**
 * An action of an administrator: the registration's current status and version, and the version that the administrator
 * saw.
 */
export type ActionCase = {
  readonly action: RegistrationAction;
  readonly status: RegistrationStatus;
  readonly version: number;
  readonly seenVersion: number;
};

/** Refuses an action if the registration has changed since the administrator opened it. */
export const judgeAction = ({ action, status, version, seenVersion }: ActionCase): 'registration_changed' | undefined =>
  version !== seenVersion || REGISTRATION_ACTIONS[action].from !== status ? 'registration_changed' : undefined;
