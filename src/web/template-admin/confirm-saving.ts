import { getTemplate, listTemplates, type Template } from '#contract/template.ts';
import { isPolicy } from '#domain/template/template.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { api } from '#web/platform/calls/api.ts';
import { templateRequest, valuesOf, type TemplateValues } from '#web/template-admin/template-form.ts';

/** The maximum number of policies that the query returns. No deployment has so many policies of one type. */
const POLICIES_MOST = 100;

/**
 * Asks first in two cases: saving would leave readers without a policy, or users would have to accept the terms again.
 * Returns true if the document may be saved. `template` is the stored state; undefined during creation.
 */
export async function confirmSaving(template: Template | undefined, values: TemplateValues): Promise<boolean> {
  const request = templateRequest(values);
  const { templateType, isInUse } = request;
  if (!isPolicy(templateType)) return true;
  const query = { templateType, search: '', currentPage: 1, limit: POLICIES_MOST };
  const used = (await api(listTemplates, { query })).items.filter((one) => one.isInUse);
  if (!isInUse) {
    const isLast = template !== undefined && used.length === 1 && used[0]?.id === template.id;
    return (
      !isLast ||
      confirm({
        title: 'template.lastOffTitle',
        text: templateType === 'Privacy' ? 'template.lastPrivacyOff' : 'template.lastTermsOff',
        params: { name: template.documentName },
        yes: 'template.lastOff',
        isDangerous: true,
      })
    );
  }
  const inForce = used.find((one) => one.isInForce);
  if (templateType !== 'TermsAndConditions' || !inForce) return true;
  const isSame =
    inForce.id === template?.id &&
    JSON.stringify(templateRequest(valuesOf(template)).contents) === JSON.stringify(request.contents);
  if (isSame) return true;
  const { acceptedCount: count } = await api(getTemplate, { params: { id: inForce.id } });
  return (
    count === 0 ||
    confirm({
      title: 'template.acceptAgainTitle',
      text: 'template.acceptAgainText',
      params: { count },
      yes: 'template.acceptAgain',
    })
  );
}
