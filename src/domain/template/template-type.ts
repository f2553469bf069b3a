/**
 * Types of documents that administrators maintain (docs/rules.md#templates): guides for users, and policies that users
 * must accept.
 */
export const TEMPLATE_TYPES = ['UserGuide', 'Privacy', 'TermsAndConditions'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];
