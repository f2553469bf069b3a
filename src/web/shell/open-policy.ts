import type { AcceptedTemplate } from '#contract/template-acceptance.ts';
import type { TemplateType } from '#domain/template/template-type.ts';
import { createStore } from '#web/platform/storage/store.ts';

/** A policy that is being read in the dialog over the page, and what its reader's agreement is for, where it is asked for. */
export type OpenPolicy = {
  readonly templateType: TemplateType;
  readonly onAgree?: (accepted: AcceptedTemplate) => void;
};

export const openPolicyStore = createStore<OpenPolicy | undefined>(undefined);
