import { Share } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DashboardSummary, ProgressLimits } from '#contract/progress.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { FriendRows } from './friend-rows.tsx';
import styles from './friends.module.css';
import { InvitePanel } from './invite-panel.tsx';

type Props = Pick<DashboardSummary, 'friends' | 'friends_count' | 'friend_requests'>;

/** Shows the friends who agreed to share their overall score, and a button to invite others. */
export function FriendsCard({ friends, friends_count, friend_requests }: Props) {
  const { t } = useTranslation('dashboard-cards');
  const [isInviting, setInviting] = useState(false);
  const panel = useId();
  return (
    <Card
      className={styles.card}
      title={t('friends.title')}
      action={
        <Button
          size="s"
          aria-expanded={isInviting}
          aria-controls={isInviting ? panel : undefined}
          onClick={() => setInviting(!isInviting)}
        >
          <Icon as={Share} size="s" />
          {t('friends.invite')}
        </Button>
      }
    >
      {isInviting && <InvitePanel id={panel} />}
      {friend_requests > 0 && (
        <p className={styles.waiting}>
          <LocalisedLink className="link" to="/friends">
            {t('friends.requests', { count: friend_requests })}
          </LocalisedLink>
        </p>
      )}
      {friends.length > 0 ? (
        <FriendRows friends={friends.slice(0, ProgressLimits.friends_shown)} />
      ) : (
        <EmptyState title={t('friends.none')} text={t('friends.none_text')} />
      )}
      {(friends_count > 0 || friend_requests > 0) && (
        <p className={styles.all}>
          <LocalisedLink className="link small" to="/friends">
            {t('friends.all', { count: friends_count })}
          </LocalisedLink>
        </p>
      )}
    </Card>
  );
}
