import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportCase } from '#contract/community/moderation.ts';
import type { ModerationAction } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { onLiveEvent } from '#web/lib/events.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { Key } from '#web/ui/key.tsx';
import { paged } from '../feed/paged.ts';
import { needsStatement, queueActionsFor } from './actions.ts';
import { CaseView } from './case-view.tsx';
import { useQueueKeys } from './use-queue-keys.ts';
import styles from './moderation.module.css';

const DecideDialog = lazy(() => import('./decide-dialog.tsx'));

interface Props {
  channelId: string | undefined;
  status: 'open' | 'decided';
}

/** Cases page by page, asked for again when another moderator decided one. */
function useReports(channelId: string | undefined, status: Props['status']) {
  useEffect(
    () =>
      onLiveEvent(
        'moderation.changed',
        () => void queryClient.invalidateQueries({ queryKey: api.community.listReports.key() }),
      ),
    [],
  );
  return useInfiniteQuery(
    api.community.listReports.infiniteOptions({
      input: (cursor: string | undefined) => ({ channel_id: channelId, status, cursor }),
      ...paged,
    }),
  );
}

/** Cases with the most urgent first. J and K move, the letters of the strip decide. */
export function Queue({ channelId, status }: Props) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const query = useReports(channelId, status);
  const cases = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const [current, setCurrent] = useState({ id: '', index: 0 });
  const [deciding, setDeciding] = useState<{ found: ReportCase; action: ModerationAction }>();
  const found = cases.findIndex(({ id }) => id === current.id);
  const at = found >= 0 ? found : Math.min(current.index, Math.max(0, cases.length - 1));
  const under = cases[at];
  // By its id: cases come and go while somebody works, and the keys must not act on another one than a moment before.
  if (under && (under.id !== current.id || at !== current.index)) setCurrent({ id: under.id, index: at });
  const choose = (index: number) => setCurrent({ id: cases[index]?.id ?? '', index });
  const quick = useQuick();

  const act = (found: ReportCase | undefined, action: ModerationAction) => {
    if (!found || !queueActionsFor(found.subject).includes(action)) return;
    if (needsStatement(action)) setDeciding({ found, action });
    else quick.mutate({ found, action });
  };
  useQueueKeys({
    isOn: status === 'open' && !deciding,
    move: (by) => {
      const next = Math.max(0, Math.min(cases.length - 1, at + by));
      choose(next);
      // Enter and Space act on what has the focus: left behind, it would be another person's.
      linkOf(cases[next])?.focus({ preventScroll: true });
    },
    act: (action) => act(cases[at], action),
    open: () => linkOf(cases[at])?.click(),
  });

  if (query.isPending)
    return (
      <div className={styles.sheet} aria-busy="true">
        <SkeletonRows rows={4} />
      </div>
    );
  if (query.isError && !query.data)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  if (cases.length === 0)
    return <EmptyState title={t(`moderation.empty.${status}`)} text={t(`moderation.empty.${status}.text`)} />;
  return (
    <>
      {status === 'open' && <Keys />}
      <ol className={styles.sheet}>
        {cases.map((found, index) => (
          <CaseView
            key={found.id}
            found={found}
            isCurrent={status === 'open' && index === at}
            onFocus={() => choose(index)}
            onAct={(action) => act(found, action)}
          />
        ))}
      </ol>
      <LoadMore query={query}>{t('more')}</LoadMore>
      <Suspense>
        {deciding && (
          <DecideDialog
            subject={deciding.found.subject}
            channelId={deciding.found.channel?.id}
            reportId={deciding.found.id}
            reason={deciding.found.reasons[0]?.reason}
            action={deciding.action}
            onClose={() => setDeciding(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

const linkOf = (found: ReportCase | undefined) => document.getElementById(`case-${found?.id}`)?.querySelector('a');

/** What the letters of the keyboard do. */
function Keys() {
  const { t } = useTranslation('community');
  return (
    <p className={styles.keys}>
      <span className="visually-hidden">{t('moderation.keys')}</span>
      {(['j', 'k', 'enter', 'r', 'w', 's', 'b', 'l', 'd', 'u'] as const).map((key) => (
        <span key={key}>
          <Key>{key === 'enter' ? '↵' : key.toUpperCase()}</Key> {t(`moderation.key.${key}`)}
        </span>
      ))}
    </p>
  );
}

/** Decisions that need no reasons: they act at once. */
function useQuick() {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  return useMutation({
    mutationFn: ({ found, action }: { found: ReportCase; action: ModerationAction }) =>
      call.community.moderate({
        report_id: found.id,
        subject_kind: found.subject.kind,
        subject_id: found.subject.id,
        channel_id: found.channel?.id,
        action,
      }),
    onSuccess: (_, { action }) => {
      toast({ kind: 'success', title: t('moderation.done'), text: t(`moderation.action.${action}`) });
      return queryClient.invalidateQueries({ queryKey: api.community.key() });
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
}
