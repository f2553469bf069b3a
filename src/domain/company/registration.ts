/** How far an admin is with a company that asks to be admitted (docs/rules.md#registrations). */
export const REGISTRATION_STATUSES = ['New', 'In-Progress', 'Returned', 'Approved', 'Rejected'] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** One open registration a user. */
export const OPEN_STATUSES = ['New', 'In-Progress', 'Returned'] as const satisfies readonly RegistrationStatus[];

/** What can happen to a registration: the registrant submits, and submits again; the rest is done by admins. */
export const REGISTRATION_EVENTS = ['submit', 'resubmit', 'take-up', 'approve', 'return', 'reject'] as const;
export type RegistrationEvent = (typeof REGISTRATION_EVENTS)[number];

type Step = { readonly from: RegistrationStatus; readonly to: RegistrationStatus; readonly needsRemark: boolean };

/** What an admin can do, from which status, and what becomes of it. */
export const REGISTRATION_ACTIONS = {
  'take-up': { from: 'New', to: 'In-Progress', needsRemark: false },
  approve: { from: 'In-Progress', to: 'Approved', needsRemark: false },
  return: { from: 'In-Progress', to: 'Returned', needsRemark: true },
  reject: { from: 'In-Progress', to: 'Rejected', needsRemark: true },
} as const satisfies Partial<Record<RegistrationEvent, Step>>;
export type RegistrationAction = keyof typeof REGISTRATION_ACTIONS;

/** What the registrant does: it asks, and asks again with what it corrected. */
export const RESUBMISSION = { from: 'Returned', to: 'New', needsRemark: false } as const satisfies Step;

/** A registration as an action finds it, and as the admin who acts saw it. */
export type ActionCase = {
  readonly action: RegistrationAction;
  readonly status: RegistrationStatus;
  readonly version: number;
  readonly seenVersion: number;
};

/** Two admins at once: the second one has seen something that is no longer so. */
export const judgeAction = ({ action, status, version, seenVersion }: ActionCase): 'registration_changed' | undefined =>
  version !== seenVersion || REGISTRATION_ACTIONS[action].from !== status ? 'registration_changed' : undefined;
