import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconCircleCheck, IconMailOff, IconUsersPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { acceptInvitation, findInvitation } from '#contract/company/company.ts';
import type { ReplyOf } from '#contract/basics/route.ts';
import { EmptyState, ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Fact, Facts } from '#web/design/layout/facts.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { reloadProfile } from '#web/platform/session/profile.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import css from './registration.module.css';

/** The page that an invitation's link opens. It shows the company and the role before the person accepts. */
export function InvitationPage({ token }: { token: string }) {
  const say = useSay();
  useDocumentTitle(say('member.invitation'));
  const { data, error, refetch } = useQuery(readQuery(['invitation', token], findInvitation, { body: { token } }));
  const refusal = error && asApiError(error);
  return (
    <div className={css.narrow}>
      {data ? (
        <Found invitation={data} token={token} />
      ) : refusal && refusal.status < 500 && refusal.status > 0 ? (
        <EmptyState title="member.invitationInvalid" hint="member.invitationInvalidHint" icon={IconMailOff} isPage>
          <ToStart />
        </EmptyState>
      ) : refusal ? (
        <ErrorState error={refusal} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  );
}

function ToStart() {
  const say = useSay();
  return (
    <Button variant="default" component={Link} to={paths.home('user')}>
      {say('shell.toStart')}
    </Button>
  );
}

type Found = { invitation: ReplyOf<typeof findInvitation>; token: string };

/** Shows the invitation and a button to accept it. A person who is already a member sees a message instead. */
function Found({ invitation, token }: Found) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { companyName, role, invitedBy, expiresAt } = invitation;
  const { run, isPending, error } = useChange({
    send: () => api(acceptInvitation, { body: { token } }),
    onDone: async (accepted) => {
      await reloadProfile(queryClient);
      toast('good', say('member.joined', { company: accepted.companyName }));
      await navigate({ to: paths.home('user'), replace: true });
    },
  });
  if (invitation.isMember)
    return (
      <EmptyState title="member.alreadyMember" titleParams={{ company: companyName }} icon={IconCircleCheck} isPage>
        <ToStart />
      </EmptyState>
    );
  return (
    <div className={css.card}>
      <EmptyState title="member.joinTitle" titleParams={{ company: companyName }} icon={IconUsersPlus} isPage>
        <Facts>
          <Fact label="member.role">
            {say(`member.${role}`)}. {say(`member.${role}Help`)}
          </Fact>
          <Fact label="member.invitedBy">{invitedBy}</Fact>
          <Fact label="member.expires">
            <Moment at={expiresAt} />
          </Fact>
        </Facts>
        <FormError error={error} />
        <Button onClick={() => run()} loading={isPending}>
          {say('member.accept')}
        </Button>
        <ToStart />
      </EmptyState>
    </div>
  );
}
