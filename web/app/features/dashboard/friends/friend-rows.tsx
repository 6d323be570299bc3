import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Friend } from '#contract/progress.ts';
import styles from './friends.module.css';

interface Props {
  friends: readonly Friend[];
  /** Draws the buttons next to the score. */
  action?: (friend: Friend, name: string) => ReactNode;
}

/** Lists friends with their overall score and the difference from the user's own score. Friends share nothing else. */
export function FriendRows({ friends, action }: Props) {
  const { t } = useTranslation('dashboard-cards');
  return (
    <ul className={styles.rows}>
      {friends.map((friend) => {
        const name = friend.name || t('friends.unnamed');
        return (
          <li key={friend.connection_id}>
            <Initial name={name} />
            <span className={styles.who}>
              <b>
                <bdi>{name}</bdi>
              </b>
              <small>{t(`friends.${comparison(friend)}`, { count: Math.abs(clamped(friend.difference)) })}</small>
            </span>
            <span className={`num ${styles.score}`}>
              {friend.score ?? '–'}
              <span className="visually-hidden"> {t('friends.of_100')}</span>
            </span>
            {action?.(friend, name)}
          </li>
        );
      })}
    </ul>
  );
}

export function Initial({ name }: { name: string }) {
  return <span className={styles.avatar} data-letter={[...name][0]?.toLocaleUpperCase()} aria-hidden="true" />;
}

function comparison({ score, difference }: Friend) {
  if (score === null) return 'no_score';
  if (difference === null) return 'no_own_score';
  const points = clamped(difference);
  if (points === 0) return 'level';
  return points > 0 ? 'above' : 'below';
}

const clamped = (difference: number | null) => Math.min(100, Math.max(-100, difference ?? 0));
