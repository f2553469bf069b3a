import type { AcceptedTemplate } from '#contract/template-acceptance.ts';
import type { TemplateType } from '#domain/template/template-type.ts';
import { createStore } from '#web/platform/storage/store.ts';

/** The policy that the dialog shows. If the reader must agree, `onAgree` is called after the agreement. */
export type OpenPolicy = {
  readonly templateType: TemplateType;
  readonly onAgree?: (accepted: AcceptedTemplate) => void;
};

export const openPolicyStore = createStore<OpenPolicy | undefined>(undefined);
