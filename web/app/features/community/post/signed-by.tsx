import { useTranslation } from 'react-i18next';
import type { Signature } from '#contract/community/content.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTermNames } from '#web/lib/term-names.ts';
import styles from './post.module.css';

/**
 * Shows the doctor who answered, and the registration on the day of the answer. A note is shown if the registration has
 * ended since then.
 */
export function SignedBy({ signature }: { signature: Signature }) {
  const { t } = useTranslation('community-answers');
  const { date } = useFormat();
  const { speciality: nameOf } = useTermNames();
  const { name, speciality, registration_body: body, registration_number: number, at, is_verified } = signature;
  return (
    <p className={styles.signed}>
      {t('signed', { name, speciality: nameOf(speciality), body, number, date: date(at) })}
      {!is_verified && <strong>{t('signed.ended')}</strong>}
    </p>
  );
}
