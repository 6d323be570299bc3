import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { useCopy } from '#web/ui/copy.ts';
import styles from './security.module.css';

/** Shown once. The dialog around it closes only by the button that says that they were kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('identity');
  const copy = useCopy();
  return (
    <div className={styles.steps}>
      <p className="muted">{t('enrol.codes.text')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.pair}>
        <Button size="s" onClick={() => copy(codes.join('\n'), t('enrol.codes.copied'))}>
          {t('enrol.codes.copy')}
        </Button>
        <Button size="s" onClick={() => print()}>
          {t('enrol.codes.print')}
        </Button>
      </div>
      <Button variant="primary" onClick={onKept}>
        {t('enrol.codes.done')}
      </Button>
    </div>
  );
}
