import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '#web/ui/layout.tsx';
import styles from './bar.module.css';

/** The bar of a nurse's start page. Unlike the bar of the queue, it has no search, because nurses see no cases. */
export function NurseBar({ brand, account }: { brand: ReactNode; account: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <Row as="header" gap={8} align="center" className={styles.nurseBar}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      {brand}
      {account}
    </Row>
  );
}
