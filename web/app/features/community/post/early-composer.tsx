import { useTranslation } from 'react-i18next';
import { Stack } from '#web/ui/layout.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EarlyText } from '../editor/early-text.tsx';
import type { Answering } from './open-composer.tsx';
import styles from './post.module.css';

/** A placeholder while the composer's code, draft and editor load. */
export function EarlyComposer({ label, typedRef }: Pick<Answering, 'label' | 'typedRef'>) {
  const { t } = useTranslation('community');
  if (!typedRef) return <Skeleton shape="block" />;
  return (
    <Stack gap={10} className={styles.composer}>
      <p className={styles.replying}>{label}</p>
      <EarlyText label={label} placeholder={t('comments.placeholder')} isSmall takesFocus typedRef={typedRef} />
    </Stack>
  );
}
