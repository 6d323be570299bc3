import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { stepCount } from './options.ts';
import styles from './questions-foot.module.css';

interface Props {
  step: number;
  isSubmitting: boolean;
  isSaved: boolean;
  onBack: () => void;
}

export function QuestionsFoot({ step, isSubmitting, isSaved, onBack }: Props) {
  const { t } = useTranslation('questionnaire');
  const isLast = step === stepCount;
  return (
    <footer className={styles.foot}>
      <div className={`page ${styles.row}`}>
        <Button onClick={onBack} disabled={step === 1 || isSubmitting}>
          {t('back')}
        </Button>
        <p className={`${styles.saved} only-large`}>
          {isSaved && (
            <>
              <Icon as={Check} size="s" />
              {t('saved')}
            </>
          )}
        </p>
        <Button type="submit" variant="primary" className={styles.next} busy={isSubmitting} busyLabel={t('submitting')}>
          {t(isLast ? 'submit' : 'next')}
          {!isLast && <kbd className={`${styles.key} only-large`}>{t('enter')}</kbd>}
        </Button>
      </div>
    </footer>
  );
}
