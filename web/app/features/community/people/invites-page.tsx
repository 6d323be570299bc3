import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import members from '../channel/members.module.css';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { Letter } from '../parts/letter.tsx';
import { channelPath } from '../parts/links.ts';

const SureDialog = lazy(() => import('../parts/sure-dialog.tsx'));

/** Communities to which the reader is invited. */
export function InvitesPage() {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { data, error, isPending, isRefetching, refetch } = useQuery(api.community.listMyInvites.queryOptions());
  const [declined, setDeclined] = useState<{ id: string; name: string }>();
  const answer = useMutation({
    mutationFn: (input: { invite_id: string; accept: boolean }) => call.community.answerInvite(input),
    onSuccess: ({ slug, is_member }) => {
      void queryClient.invalidateQueries({ queryKey: api.community.key() });
      if (is_member) navigate(inLanguage(channelPath(slug), locale));
    },
    onError: (fault) => toast({ kind: 'error', title: errorText(fault) }),
  });
  return (
    <Page title={t('invites.title')} aside={<DefaultAside />}>
      {isPending ? (
        <div className={members.sheet} aria-busy="true">
          <SkeletonRows rows={3} />
        </div>
      ) : !data ? (
        <ErrorState text={errorText(error)} onRetry={() => void refetch()} busy={isRefetching} />
      ) : data.length === 0 ? (
        <EmptyState title={t('invites.none')} text={t('invites.none.text')} />
      ) : (
        <ul className={members.sheet}>
          {data.map(({ id, channel, invited_by }) => (
            <li key={id} className={members.row}>
              <Letter name={channel.name} url={channel.icon_url} size="l" />
              <div className={members.words}>
                <p className={members.name} dir="auto">
                  {channel.name}
                </p>
                <p className="micro muted">{t('invites.by', { name: invited_by?.display_name ?? t('person.gone') })}</p>
              </div>
              <Button
                size="s"
                variant="ink"
                busy={answer.isPending}
                aria-label={`${t('invites.accept')} ${channel.name}`}
                onClick={() => answer.mutate({ invite_id: id, accept: true })}
              >
                {t('invites.accept')}
              </Button>
              <Button
                size="s"
                variant="quiet"
                aria-label={`${t('invites.decline')} ${channel.name}`}
                onClick={() => setDeclined({ id, name: channel.name })}
              >
                {t('invites.decline')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {declined && (
          <SureDialog
            title={t('invites.decline')}
            lead={t('invites.decline.text', { channel: declined.name })}
            action={t('invites.decline')}
            busy={answer.isPending}
            onSure={() =>
              answer.mutate({ invite_id: declined.id, accept: false }, { onSettled: () => setDeclined(undefined) })
            }
            onClose={() => setDeclined(undefined)}
          />
        )}
      </Suspense>
    </Page>
  );
}
