import { Minus, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useDraft } from '../case/workspace-context.ts';
import { isNone, totalOf, type Treatment } from '../draft/recipes.ts';
import { useDoseWords } from './dose-words.ts';
import type { Reason } from './reasons.ts';
import styles from './treatment.module.css';
import { treatmentsOf } from './treatments.ts';
import { OpenTreatment } from './open-treatment.tsx';

const unitOf = { filler: 'mL', toxin: 'U', light: '%' } as const;

interface Props {
  group: Treatment['group'];
  openId: string | null;
  isAvoided: boolean;
  /** The reasons for each treatment, by treatment id. */
  reasons: ReadonlyMap<string, readonly Reason[]>;
  onOpen: (id: string | null) => void;
}

/**
 * Lists the treatments of one kind. A treatment is visible if it is open or in the recipe, or if the patient requested
 * it or the scores suggest it. A button shows the others.
 */
export function TreatmentGroup({ group, openId, isAvoided, reasons, onOpen }: Props) {
  const { t } = useTranslation('studio');
  const words = useDoseWords();
  const { content } = useDraft();
  const [showsAll, setShowsAll] = useState(false);
  const recipe = content.recipes[content.style];
  const all = treatmentsOf(group);
  const shown = all.filter(({ id }) => showsAll || id === openId || id in recipe.treatments || reasons.has(id));
  const rest = all.length - shown.length;
  const total =
    group === 'light'
      ? t('group_total.light')
      : t('group_total.all', { amount: words.amount(totalOf(recipe, all, group), unitOf[group]) });
  const title = t(`treatments.${group}`);
  return (
    <section className={styles.group} aria-label={title}>
      <h3 className={styles.groupHead}>
        <span>{title}</span>
        {isAvoided && (
          <span className={styles.flag}>
            <Icon as={TriangleAlert} size="s" />
            {t('avoided')}
          </span>
        )}
        <span className={styles.total}>{total}</span>
        {(rest > 0 || showsAll) && (
          <IconButton
            icon={showsAll ? Minus : Plus}
            size="s"
            label={showsAll ? t('group_less') : t('group_more', { count: rest })}
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          />
        )}
      </h3>
      <ul>
        {shown.map((treatment) => (
          <TreatmentRow
            key={treatment.id}
            treatment={treatment}
            reasons={reasons.get(treatment.id) ?? []}
            isOpen={treatment.id === openId}
            onToggle={() => onOpen(treatment.id === openId ? null : treatment.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface TreatmentRowProps {
  treatment: Treatment;
  reasons: readonly Reason[];
  isOpen: boolean;
  onToggle: () => void;
}

/** Shows one treatment as a line with its dose. If the treatment is open, its sliders are below the line. */
function TreatmentRow({ treatment, reasons, isOpen, onToggle }: TreatmentRowProps) {
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
