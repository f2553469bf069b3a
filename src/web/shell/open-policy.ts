import type { AcceptedTemplate } from '#contract/template-acceptance.ts';
import type { TemplateType } from '#domain/template/template-type.ts';
import { createStore } from '#web/platform/storage/store.ts';

/** The policy that is open in the dialog, and the callback for the reader's agreement, if agreement is requested. */
export type OpenPolicy = {
  readonly templateType: TemplateType;
  readonly onAgree?: (accepted: AcceptedTemplate) => void;
};

export const openPolicyStore = createStore<OpenPolicy | undefined>(undefined);
