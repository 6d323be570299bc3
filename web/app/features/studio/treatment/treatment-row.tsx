import { useTranslation } from 'react-i18next';
import { useDraft } from '../case/workspace-context.ts';
import { isNone, type Treatment } from '../draft/recipes.ts';
import { useDoseWords } from './dose-words.ts';
import { OpenTreatment } from './open-treatment.tsx';
import type { Reason } from './reasons.ts';
import styles from './treatment.module.css';

interface Props {
  treatment: Treatment;
  reasons: readonly Reason[];
  isOpen: boolean;
  onToggle: () => void;
}

/** One treatment: a line with its dose, or, open, the sliders for it. */
export function TreatmentRow({ treatment, reasons, isOpen, onToggle }: Props) {
  const { t } = useTranslation('studio');
  const words = useDoseWords();
  const { content } = useDraft();
  const dose = content.recipes[content.style].treatments[treatment.id] ?? 0;
  const name = t(`treatment.${treatment.id as 'cheek'}`, { defaultValue: treatment.id });
  return (
    <li className={styles.row} data-open={isOpen || undefined} data-treatment={treatment.id}>
      <button type="button" className={styles.rowHead} aria-expanded={isOpen} onClick={onToggle}>
        <span className={styles.name}>
          {name}
          {reasons.length > 0 && <small>{t(`reason.${reasons.length > 1 ? 'both' : (reasons[0] as Reason)}`)}</small>}
        </span>
        <span className={styles.dose} data-none={isNone(dose) || undefined}>
          {words.dose(dose, treatment)}
        </span>
      </button>
      {isOpen && <OpenTreatment treatment={treatment} name={name} dose={dose} />}
    </li>
  );
}
