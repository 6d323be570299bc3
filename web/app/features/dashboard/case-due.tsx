import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryHours, type MyCase } from '#contract/cases.ts';
import { useFormat } from '#web/lib/format.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import styles from './case.module.css';
import { dayWord } from './timeline.ts';

interface Props {
  shown: MyCase;
  now: number;
}

/**
 * Shows the due time in words and as a countdown. If the case is signed, withdrawn, paused or late, it shows that state
 * instead.
 */
export function CaseDue({ shown, now }: Props) {
  const { t } = useTranslation('case');
  const { longDay, time } = useFormat();
  const zone = useZoneName();
  const { status, due_at, published_at, practitioner_name, photo_request } = shown;
  const name = practitioner_name ?? t('doctor');

  if (status === 'withdrawn') return <Words title={t('withdrawn')} text={t('withdrawn_text')} />;
  if (status === 'published' && published_at) {
    const values = { day: longDay(published_at), time: time(published_at), name, zone };
    return <Words title={t('signed', values)} text={t('signed_text', values)} />;
  }
  const promise = {
    day: longDay(due_at),
    time: time(due_at),
    hours: DeliveryHours[shown.plan],
    plan: t(`plan.${shown.plan}`),
    zone,
  };
  if (photo_request) return <Words title={t('paused')} text={t('paused_text')} />;
  if (new Date(due_at).getTime() <= now) return <Words title={t('late')} text={t('late_text', promise)} />;
  return (
    <div className={styles.due}>
      <Words title={t(`due.${dayWord(due_at, now)}`, promise)} text={t('due_text', promise)} />
      <p className={styles.left}>
        <span className={`figure-type ${styles.figure}`}>
          <Countdown until={due_at} />
        </span>
        <span className="small muted">{t('left')}</span>
      </p>
    </div>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className={`h3 ${styles.promise}`}>{title}</p>
      <p className={styles.when}>{text}</p>
    </div>
  );
}

/**
 * Returns the reader's time zone in everyday words, for example 'Central European Time' or 'heure d’Europe centrale'.
 */
function useZoneName(): string {
  const language = useReadingLanguage();
  return useMemo(() => {
    const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'longGeneric' }).formatToParts();
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  }, [language]);
}
