import { useTranslation } from 'react-i18next';
import { Card } from '#web/ui/card.tsx';
import styles from './lists.module.css';

const parts = ['range', 'plan', 'signature'] as const;

/** Lists what the patient will receive from the doctor. The dashboard shows it before the first signature. */
export function WhatFollows() {
  const { t } = useTranslation('case');
  return (
    <Card title={t('follows')}>
      <ol className={styles.rows}>
        {parts.map((part, at) => (
          <li key={part} className={styles.part}>
            <span className={styles.ordinal} aria-hidden="true">
              {at + 1}
            </span>
            <span>
              <b>{t(`follows.${part}`)}</b>
              <small>{t(`follows.${part}_text`)}</small>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
