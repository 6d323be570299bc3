import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { stepCount } from './options.ts';
import styles from './questions-bar.module.css';

interface Props {
  step: number;
  mayGoBack: boolean;
  onBack: () => void;
}

/** Where the person is: 'Step n of 7' and a bar of n sevenths. */
export function QuestionsBar({ step, mayGoBack, onBack }: Props) {
  const { t } = useTranslation(['questionnaire', 'ui']);
  const label = t('step', { step });
  return (
    <header className={styles.bar}>
      <a className="skip-link" href="#content">
        {t('ui:skip')}
      </a>
      <IconButton className={`only-small ${styles.back}`} icon={ArrowLeft} label={t('back')} onClick={onBack} disabled={!mayGoBack} />
      <span className="only-large">
        <Brand />
      </span>
      <div className={styles.progress}>
        <span className="micro num" aria-hidden="true">
          {label}
        </span>
        <ProgressBar label={label} value={step} max={stepCount} />
      </div>
      <span className={styles.language}>
        <LanguageMenu />
      </span>
    </header>
  );
}
