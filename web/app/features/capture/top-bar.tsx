import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Brand } from '#web/features/shell/brand.tsx';
import { LanguageMenu } from '#web/features/shell/language-menu.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import styles from './top-bar.module.css';

interface Props {
  /** 'Step n / 3'; nothing before the camera. */
  step?: string;
  backTo: string;
}

/** One task a screen: no menu, only the way back and the language. */
export function TopBar({ step, backTo }: Props) {
  const { t } = useTranslation(['capture', 'ui']);
  const navigate = useNavigate();
  return (
    <header className={styles.bar}>
      <a className="skip-link" href="#content">
        {t('ui:skip')}
      </a>
      <IconButton
        className="only-small"
        icon={ArrowLeft}
        label={t('back')}
        onClick={() => (backTo.endsWith('/home') ? location.assign(backTo) : navigate(backTo))}
      />
      <span className="only-large">
        <Brand />
      </span>
      {step && <span className={`${styles.step} num only-small`}>{step}</span>}
      <span className={step ? 'only-large' : undefined}>
        <LanguageMenu />
      </span>
    </header>
  );
}
