import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import {
  AtSign,
  Award,
  Bell,
  Gavel,
  Heart,
  type LucideIcon,
  Mail,
  MessageCircle,
  PenLine,
  Stethoscope,
  UserPlus,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Notification, NotificationKind } from '#contract/notifications.ts';
import { api, call } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { paged } from '../feed/paged.ts';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { Ago } from '../parts/ago.tsx';
import styles from './notifications.module.css';

const icons: Partial<Record<NotificationKind, LucideIcon>> = {
  reply: MessageCircle,
  comment: MessageCircle,
  mention: AtSign,
  like: Heart,
  new_post: PenLine,
  invite: Mail,
  join_request: UserPlus,
  join_accepted: UserPlus,
  practitioner_asked: Stethoscope,
  practitioner_answered: Stethoscope,
  decision: Gavel,
  appeal: Gavel,
  report: Gavel,
  role: Award,
};

export function NotificationsPage() {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const query = useInfiniteQuery(
    api.notifications.listNotifications.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...paged,
    }),
  );
  const { mutate: markRead, isPending } = useMutation({
    mutationFn: (ids?: string[]) => call.notifications.markNotificationsRead({ ids }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.notifications.key() }),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const hasUnread = rows.some(({ is_read }) => !is_read);
  return (
    <Page
      title={t('notifications.title')}
      action={
        hasUnread && (
          <Button size="s" busy={isPending} onClick={() => markRead(undefined)}>
            {t('notifications.readAll')}
          </Button>
        )
      }
      aside={<DefaultAside />}
    >
      {query.isPending ? (
        <div className={styles.sheet} aria-busy="true">
          <SkeletonRows rows={6} />
        </div>
      ) : query.isError && !query.data ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('notifications.empty')} text={t('notifications.empty.text')} />
      ) : (
        <ul className={styles.sheet}>
          {rows.map((row) => (
            <Row key={row.id} row={row} onOpen={() => !row.is_read && markRead([row.id])} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <p className={styles.more}>
          <Button size="s" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </p>
      )}
    </Page>
  );
}

function Row({ row, onOpen }: { row: Notification; onOpen: () => void }) {
  const { t } = useTranslation('community');
  const others = row.count - 1;
  const actor = row.actor_name ?? t('notifications.somebody');
  const who = others > 0 ? t('notifications.others', { actor, count: others }) : actor;
  return (
    <li className={styles.row} data-unread={!row.is_read || undefined}>
      <Icon as={icons[row.kind] ?? Bell} className={styles.icon} />
      <div>
        <LocalisedLink to={row.path} className={styles.link} onClick={onOpen}>
          {t(`notification.${row.kind}`, { who, subject: row.subject })}
        </LocalisedLink>
        <p className="micro muted">
          {!row.is_read && <span className="visually-hidden">{t('notifications.unread')} </span>}
          <Ago moment={row.at} />
        </p>
      </div>
    </li>
  );
}
