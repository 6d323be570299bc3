import { useTranslation } from 'react-i18next';
import { initialsOf } from '#contract/community/signs.ts';
import type { MyCase } from '#contract/cases.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTermNames } from '#web/lib/term-names.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import styles from './case.module.css';

/** Shows the doctor's name, photo and speciality as soon as a doctor has taken the case. */
export function CaseDoctor({ shown }: { shown: MyCase }) {
  const { t } = useTranslation('case');
  const { day, time } = useFormat();
  const { speciality } = useTermNames();
  const { practitioner_name, practitioner_avatar_url, practitioner_speciality, taken_at, status } = shown;
  if (status !== 'in_review' || !practitioner_name) return null;
  return (
    <p className={styles.doctor}>
      <Avatar url={practitioner_avatar_url} className={styles.face}>
        <span className={styles.face} data-letter={initialsOf(practitioner_name)} aria-hidden="true" />
      </Avatar>
      <span>
        <b>
          <bdi>{practitioner_name}</bdi>
        </b>
        {practitioner_speciality && <small>{speciality(practitioner_speciality)}</small>}
        {taken_at && (
          <small>{t('doctor.since', { moment: t('step.moment', { day: day(taken_at), time: time(taken_at) }) })}</small>
        )}
      </span>
    </p>
  );
}
