import { useTranslation } from 'react-i18next';
import type { MyTime } from '#contract/agenda.ts';
import { VIDEO_OPENS_MINUTES } from '#contract/video.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useSession } from '#web/lib/session.tsx';
import { useVisitWords } from '#web/lib/visit-words.ts';
import { inLanguage } from '#web/paths.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './agenda.module.css';
import { VisitFacts } from './visit-facts.tsx';
import { VisitMarks } from './visit-marks.tsx';

interface Props {
  visit: MyTime;
  now: number;
  onClose: () => void;
}

/**
 * Shows a visit: the patient, the state, and links to the treatment plan and the treatment record. Only doctors have
 * video visits, treatment plans and treatment records, so the dialog does not show them to nurses.
 */
export function VisitDialog({ visit, now, onClose }: Props) {
  const words = useVisitWords();
  const { user } = useSession();
  const isNurse = user?.profession === 'nurse';
  return (
    <Dialog isOpen onClose={onClose} title={<bdi>{words.who(visit)}</bdi>} lead={words.what(visit)}>
      <div className={styles.visit}>
        <VisitFacts visit={visit} />
        {!isNurse && <Join visit={visit} now={now} />}
        {!isNurse && <Ways visit={visit} />}
        <VisitMarks visit={visit} now={now} onDone={onClose} />
      </div>
    </Dialog>
  );
}

/**
 * A link to a video visit, shown from 15 minutes before the start. The video visit has the same id as the booked time.
 * The page of the visit is loaded as a new document, because only that page may use the microphone.
 */
function Join({ visit: { id, service, starts_at, state, visit }, now }: Pick<Props, 'visit' | 'now'>) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  const opens = Date.parse(starts_at) - VIDEO_OPENS_MINUTES * 60_000;
  if (!visit || !service.is_video || now < opens || (state !== 'booked' && state !== 'arrived')) return null;
  return (
    <div className={styles.buttons}>
      <LinkButton variant="primary" size="s" to={inLanguage(`/visit/${id}`, locale)} reloadDocument>
        {t('video.join')}
      </LinkButton>
    </div>
  );
}

/**
 * Links to the treatment plan and the treatment record of the patient's newest case. If there is no `case_id`, the
 * doctor is not in charge of the case and must give a reason to open the case.
 */
function Ways({ visit: { id, case_id, visit, record, review } }: { visit: MyTime }) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  if (!visit) return null;
  const path = inLanguage(`/studio/cases/${case_id}`, locale);
  return (
    <>
      {record && <p className="small">{t(`record.${record}`)}</p>}
      {review && <p className="small">{t(`review.${review}`)}</p>}
      {case_id ? (
        <div className={styles.buttons}>
          {record === 'missing' && (
            <LinkButton to={`${path}/record?visit=${id}`} size="s" variant="primary">
              {t('record.write')}
            </LinkButton>
          )}
          <LinkButton to={path} size="s">
            {t('plan')}
          </LinkButton>
          {record !== 'missing' && (
            <LinkButton to={`${path}/record`} size="s">
              {t('record')}
            </LinkButton>
          )}
        </div>
      ) : (
        <>
          <p className="small muted">{t('noCase')}</p>
          <div className={styles.buttons}>
            <LinkButton to={inLanguage('/studio', locale)} size="s">
              {t('noCase.open')}
            </LinkButton>
          </div>
        </>
      )}
    </>
  );
}
