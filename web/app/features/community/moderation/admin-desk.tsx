import { useTranslation } from 'react-i18next';
import { Stack } from '#web/ui/layout.tsx';
import { ModerationDesk } from './moderation-page.tsx';
import styles from './moderation.module.css';

/** The moderation queue of all communities, as a page of the admin panel. */
export function AdminDesk() {
  const { t } = useTranslation('community');
  return (
    <Stack as="main" id="content" gap={16} className={styles.room}>
      <h1 className="h3">{t('nav.moderation')}</h1>
      <ModerationDesk isAdmin />
    </Stack>
  );
}
