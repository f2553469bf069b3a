import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getPlatformSettings, updateApprovals } from '#contract/platform-setting/platform-setting.ts';
import { mayChange } from '#domain/access/admin-role.ts';
import { APPROVAL_ACTS, type ApprovalAct } from '#domain/access/approval.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import css from './approvals.module.css';

const SETTINGS = readQuery(['platform-settings'], getPlatformSettings, {});

/** The acts that need an approval. Owners change them; others see them. Each change is stored at once. */
export function ApprovalSetting() {
  const say = useSay();
  const queryClient = useQueryClient();
  const { data } = useQuery(SETTINGS);
  const isOwner = mayChange(useProfile().adminRoles, null);
  const approvals = data?.approvals;
  const { act: change, isPending } = useAction({
    send: async (act: ApprovalAct) =>
      approvals && api(updateApprovals, { body: { ...approvals, [act]: !approvals[act] } }),
    changed: () => queryClient.invalidateQueries({ queryKey: ['platform-settings'] }),
    done: () => say('approval.saved'),
  });
  return (
    <div className={css.setting}>
      <Card title="approval.setting">
        <p className={css.quiet}>{say('approval.settingNote')}</p>
        <div className={css.lines}>
          {APPROVAL_ACTS.map((act) => (
            <Checkbox
              key={act}
              label={say(`approval.act.${act}`)}
              checked={approvals?.[act] ?? false}
              disabled={!isOwner || isPending || !approvals}
              onChange={() => change(act)}
            />
          ))}
        </div>
      </Card>
    </div>
  );
}
