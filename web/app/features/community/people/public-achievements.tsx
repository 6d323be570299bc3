import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { achievementIcons } from '#web/lib/achievement-icons.ts';
import { api } from '#web/lib/api.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './person.module.css';

/** The achievements that a person chose to show. If they chose none, nothing is shown. */
export function PublicAchievements({ userId }: { userId: string }) {
  const { t } = useTranslation(['community', 'progress']);
  const { data = [] } = useQuery(api.progress.getMemberAchievements.queryOptions({ input: { user_id: userId } }));
  if (data.length === 0) return null;
  return (
    <ul className={styles.achievements} aria-label={t('person.achievements')}>
      {data.map(({ id }) => (
        <li key={id} title={t(`progress:achievement.${id}.text`)}>
          <Icon as={achievementIcons[id]} size="s" />
          {t(`progress:achievement.${id}.title`)}
        </li>
      ))}
    </ul>
  );
}
