import { useTranslation } from 'react-i18next';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from './case.module.css';

/** A placeholder that is shown while the case is loading. It has the shape of the workspace. */
export function CaseSkeleton() {
  const { t } = useTranslation('studio');
  return (
    <main id="content" className={styles.screen} aria-busy="true" aria-label={t('case.loading')}>
      <Row align="center" className={styles.barSkeleton}>
        <Skeleton shape="title" width="short" />
      </Row>
      <Stack gap={16} className={styles.filmSkeleton}>
        {['front', 'right', 'left'].map((pose) => (
          <Skeleton key={pose} shape="block" />
        ))}
      </Stack>
      <div className={styles.stageSkeleton} />
      <div className={styles.panelSkeleton}>
        <SkeletonRows rows={7} />
      </div>
    </main>
  );
}
