import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from './case.module.css';

/** A placeholder with the shape of the workspace, while the case is loading. */
export function CaseSkeleton() {
  const { t } = useTranslation('studio');
  return (
    <main id="content" className={styles.screen} aria-busy="true" aria-label={t('case.loading')}>
      <div className={styles.barSkeleton}>
        <Skeleton shape="title" width="short" />
      </div>
      <div className={styles.filmSkeleton}>
        {['front', 'right', 'left'].map((pose) => (
          <Skeleton key={pose} shape="block" />
        ))}
      </div>
      <div className={styles.stageSkeleton} />
      <div className={styles.panelSkeleton}>
        <SkeletonRows rows={7} />
      </div>
    </main>
  );
}
