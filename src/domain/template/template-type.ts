/**
 * Documents that admins keep (docs/rules.md#templates): guides for users, and the policies that users are asked to
 * accept.
 */
export const TEMPLATE_TYPES = ['UserGuide', 'Privacy', 'TermsAndConditions'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];
