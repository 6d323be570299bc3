import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import styles from './marks.module.css';
import { useTools } from './tool-context.ts';

export function MeasureOptions() {
  const { t } = useTranslation('studio');
  const { lines, set } = useTools();
  return (
    <>
      <span className={styles.hint}>{t('measure.hint')}</span>
      <Button size="xs" variant="quiet" disabled={lines.length === 0} onClick={() => set({ lines: [] })}>
        {t('measure.clear')}
      </Button>
    </>
  );
}
