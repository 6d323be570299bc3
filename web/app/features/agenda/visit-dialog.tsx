import { useTranslation } from 'react-i18next';
import type { MyTime } from '#contract/agenda.ts';
import { VIDEO_OPENS_MINUTES } from '#contract/video.ts';
import { useLocale } from '#web/lib/locale.tsx';
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

/** A visit: the patient, links to plan and treatment record, and its state. */
export function VisitDialog({ visit, now, onClose }: Props) {
  const words = useVisitWords();
  return (
    <Dialog isOpen onClose={onClose} title={<bdi>{words.who(visit)}</bdi>} lead={words.what(visit)}>
      <div className={styles.visit}>
        <VisitFacts visit={visit} />
        <Join visit={visit} now={now} />
        <Ways visit={visit} />
        <VisitMarks visit={visit} now={now} onDone={onClose} />
      </div>
    </Dialog>
  );
}

/** Into a visit by video, from a quarter of an hour before. It has the id of its time. A document of its own: only that page may use the microphone. */
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

/** To the plan of the patient's newest case, and to its treatment record. */
function Ways({ visit: { case_id, visit } }: { visit: MyTime }) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  if (!visit) return null;
  if (!case_id) return <p className="small muted">{t('noCase')}</p>;
  const path = inLanguage(`/studio/cases/${case_id}`, locale);
  return (
    <div className={styles.buttons}>
      <LinkButton to={path} size="s">
        {t('plan')}
      </LinkButton>
      <LinkButton to={`${path}/record`} size="s">
        {t('record')}
      </LinkButton>
    </div>
  );
}
