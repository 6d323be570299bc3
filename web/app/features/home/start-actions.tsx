import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './start-actions.module.css';

/** The two links in the hero section of a landing page. */
export function StartActions() {
  const { t } = useTranslation();
  return (
    <Row gap={12} wrap className={styles.actions}>
      <LocalisedLink to="/unlock" className={buttonClass({ variant: 'primary', size: 'l' })}>
        <span className="button__label">
          {t('unlock')}
          <Icon as={ArrowRight} />
        </span>
      </LocalisedLink>
      <a href="#plans" className={buttonClass({ size: 'l' })}>
        {t('ourPlans')}
      </a>
    </Row>
  );
}
