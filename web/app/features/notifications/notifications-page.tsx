import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { NewsList } from './news-list.tsx';
import { PushCard } from './push-card.tsx';
import { ReadAll } from './read-all.tsx';
import styles from './news.module.css';

/** The page with all notifications of a person. It also shows whether notifications are on for this device. */
export function NotificationsPage({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications');
  const [which, setWhich] = useState<'all' | 'unread'>('all');
  return (
    <main className={`page ${styles.page}`} id="content">
      <h1 className="h2">{t('title')}</h1>
      <Row gap={16} align="center" justify="between" wrap className={styles.tools}>
        <SegmentedControl
          label={t('filter')}
          size="s"
          value={which}
          onChange={setWhich}
          options={[
            { value: 'all', label: t('all') },
            { value: 'unread', label: t('unreadOnly') },
          ]}
        />
        <ReadAll />
      </Row>
      <NewsList unreadOnly={which === 'unread'} />
      <PushCard userId={userId} />
    </main>
  );
}
