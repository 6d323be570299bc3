import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './top-bar.module.css';

/** The parts of the page's header that the route provides. */
export interface Frame {
  brand: ReactNode;
  languages: ReactNode;
}

interface Props extends Frame {
  /** The text 'Step n / 3'. It is absent until the camera is open. */
  step?: string;
  backTo: string;
}

/** Shows the link back and the choice of language. There is no menu, because each screen has only one task. */
export function TopBar({ step, backTo, brand, languages }: Props) {
  const { t } = useTranslation(['capture', 'ui']);
  const navigate = useNavigate();
  return (
    <Row as="header" align="center" justify="between" className={styles.bar}>
      <a className="skip-link" href="#content">
        {t('ui:skip')}
      </a>
      <IconButton
        className="only-small"
        icon={ArrowLeft}
        label={t('back')}
        onClick={() => (backTo.endsWith('/home') ? location.assign(backTo) : navigate(backTo))}
      />
      <span className="only-large">{brand}</span>
      {step && <span className={`${styles.step} num only-small`}>{step}</span>}
      <span className={step ? 'only-large' : undefined}>{languages}</span>
    </Row>
  );
}
