import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { BackLink } from '#web/lib/sub-page.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { LoadError } from '../load-error.tsx';
import { ConnectedRows } from './connected-rows.tsx';
import styles from './friends.module.css';
import { InvitationCard } from './invitation-card.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { RequestRows } from './request-rows.tsx';
import { useFriends } from './use-friends.ts';

/**
 * Lists the friends with whom the user shares a score, and the open requests. An invitation opens this page with
 * `?invite=<token>`.
 */
export function FriendsPage() {
  const { t } = useTranslation(['friends', 'dashboard-cards', 'dashboard']);
  const [search] = useSearchParams();
  const token = search.get('invite');
  return (
    <main className={`page ${styles.page}`} id="content">
      <header>
        <BackLink to="/dashboard">{t('back')}</BackLink>
        <h1 className="h1">{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
      </header>
      {token && <InvitationCard key={token} token={token} />}
      <Lists />
      <Card title={t('dashboard-cards:invite.title')}>
        <InvitePanel />
      </Card>
    </main>
  );
}

function Lists() {
  const { t } = useTranslation('friends');
  const { data, error, isError, isFetching, refetch } = useFriends();
  if (!data)
    return (
      <Card title={t('connected')} aria-busy={!isError}>
        {isError ? (
          <LoadError error={error} text={t('failed')} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <SkeletonRows rows={3} />
        )}
      </Card>
    );
  const { friends, received, sent } = data;
  return (
    <>
      {received.length > 0 && (
        <Card title={t('received')}>
          <RequestRows requests={received} kind="received" />
        </Card>
      )}
      <Card title={t('connected')}>
        {friends.length > 0 ? (
          <ConnectedRows friends={friends} />
        ) : (
          <EmptyState title={t('none')} text={t('none_text')} />
        )}
      </Card>
      {sent.length > 0 && (
        <Card title={t('sent')}>
          <RequestRows requests={sent} kind="sent" />
        </Card>
      )}
    </>
  );
}
