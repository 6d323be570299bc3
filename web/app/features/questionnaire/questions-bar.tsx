import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { stepCount } from './options.ts';
import styles from './questions-bar.module.css';

/** Parts of the page that the route provides: the product's name and the language menu. */
export interface Frame {
  brand: ReactNode;
  languages: ReactNode;
}

interface Props extends Frame {
  step: number;
  mayGoBack: boolean;
  onBack: () => void;
}

/** The bar of the questionnaire. It shows the text 'Step n of 7' and a line that is filled to n sevenths. */
export function QuestionsBar({ step, mayGoBack, onBack, brand, languages }: Props) {
  const { t } = useTranslation(['questionnaire', 'ui']);
  const label = t('step', { step });
  return (
    <header className={styles.bar}>
      <a className="skip-link" href="#content">
        {t('ui:skip')}
      </a>
      <IconButton
        className={`only-small ${styles.back}`}
        icon={ArrowLeft}
        label={t('back')}
        onClick={onBack}
        disabled={!mayGoBack}
      />
      <span className="only-large">{brand}</span>
      <Stack gap={8} className={styles.progress}>
        <span className="micro num" aria-hidden="true">
          {label}
        </span>
        <ProgressBar label={label} value={step} max={stepCount} />
      </Stack>
      <span className={styles.language}>{languages}</span>
    </header>
  );
}
