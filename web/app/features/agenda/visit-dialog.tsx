import { useTranslation } from 'react-i18next';
import type { MyTime } from '#contract/agenda.ts';
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
        <Ways visit={visit} />
        <VisitMarks visit={visit} now={now} onDone={onClose} />
      </div>
    </Dialog>
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
