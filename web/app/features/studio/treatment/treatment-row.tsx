import { Link2, Link2Off, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Styles } from '#contract/drafts.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { type Dose, doseFrom, isNone, type Sides, sidesOf, type Treatment } from '../draft/recipes.ts';
import { singleKeysAreOn } from '#web/lib/shortcuts.ts';
import { DoseSlider } from './dose-slider.tsx';
import { useDoseWords } from './dose-words.ts';
import { FollowNote } from './follow-note.tsx';
import styles from './treatment.module.css';
import { presets } from './treatments.ts';

interface Props {
  treatment: Treatment;
  isOpen: boolean;
  onToggle: () => void;
}

/** One treatment: a line with its dose, or, open, the sliders for it. */
export function TreatmentRow({ treatment, isOpen, onToggle }: Props) {
  const { t } = useTranslation('studio');
  const words = useDoseWords();
  const { content } = useDraft();
  const dose = content.recipes[content.style].treatments[treatment.id] ?? 0;
  const name = t(`treatment.${treatment.id as 'cheek'}`, { defaultValue: treatment.id });
  return (
    <li className={styles.row} data-open={isOpen || undefined} data-treatment={treatment.id}>
      <button type="button" className={styles.rowHead} aria-expanded={isOpen} onClick={onToggle}>
        <span className={styles.name}>{name}</span>
        <span className={styles.dose} data-none={isNone(dose) || undefined}>
          {words.dose(dose, treatment)}
        </span>
      </button>
      {isOpen && <OpenRow treatment={treatment} name={name} dose={dose} />}
    </li>
  );
}

function OpenRow({ treatment, name, dose }: { treatment: Treatment; name: string; dose: Dose }) {
  const { t } = useTranslation('studio');
  const { draft, isEditable } = useWorkspace();
  const sides = sidesOf(dose);
  const [linked, setLinked] = useState(sides.right === sides.left);
  const first = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    first.current?.focus({ preventScroll: true });
    // Newer browsers answer with a promise, which is no clean-up.
    first.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, []);

  const isLinked = linked && sides.right === sides.left;
  const shown: (keyof Sides)[] = treatment.isSided && !isLinked ? ['right', 'left'] : ['right'];
  const withSide = (side: keyof Sides, value: number): Dose =>
    isLinked || !treatment.isSided ? value : doseFrom({ ...sides, [side]: value });
  const link = () => {
    if (!isLinked && sides.right !== sides.left) draft.setDose(treatment, sides.right);
    setLinked(!isLinked);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'l' && singleKeysAreOn() && isRange(event.target)) link();
    };
    const element = treatment.isSided && isEditable ? box.current : null;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  });
  const isUsed = treatment.id in draft.snapshot().content.recipes[draft.snapshot().content.style].treatments;
  return (
    <div className={styles.open} ref={box}>
      {shown.map((side, at) => (
        <DoseSlider
          key={side}
          treatment={treatment}
          label={shown.length > 1 ? t(`side.${side}`) : name}
          showsLabel={shown.length > 1}
          value={sides[side]}
          ticks={Styles.map((style) => sidesOf(presets[style].treatments[treatment.id])[side])}
          disabled={!isEditable}
          onPreview={(value) => draft.preview(treatment, withSide(side, value))}
          onCommit={(value) => draft.setDose(treatment, withSide(side, value))}
          sliderRef={at === 0 ? first : undefined}
        />
      ))}
      <div className={styles.openFoot}>
        <FollowNote treatment={treatment} />
        {isEditable && (
          <span className={styles.rowActions}>
            {treatment.isSided && (
              <IconButton
                icon={isLinked ? Link2 : Link2Off}
                size="s"
                label={t(isLinked ? 'dose.unlink' : 'dose.link')}
                aria-pressed={isLinked}
                onClick={link}
              />
            )}
            <IconButton
              icon={RotateCcw}
              size="s"
              label={t('dose.reset', { name })}
              onClick={() => draft.reset(treatment.id)}
            />
            {isUsed && (
              <IconButton
                icon={Trash2}
                size="s"
                label={t('dose.remove', { name })}
                onClick={() => draft.setDose(treatment, null)}
              />
            )}
          </span>
        )}
      </div>
    </div>
  );
}

const isRange = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'range';
