import { Link2, Link2Off, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Styles } from '#contract/drafts.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { type Dose, sidesOf, type Treatment } from '../draft/recipes.ts';
import { DoseSlider } from './dose-slider.tsx';
import { FollowNote } from './follow-note.tsx';
import styles from './treatment.module.css';
import { presets } from './treatments.ts';
import { type LinkedSides, useLinkedSides } from './use-linked-sides.ts';

interface Props {
  treatment: Treatment;
  name: string;
  dose: Dose;
}

/** One slider for both sides, or one for each side, and what can be done with the dose. */
export function OpenTreatment({ treatment, name, dose }: Props) {
  const { t } = useTranslation('studio');
  const { draft, isEditable } = useWorkspace();
  const box = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus({ preventScroll: true });
    // Newer browsers answer with a promise, which is not a clean-up.
    first.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const linked = useLinkedSides(treatment, dose, box);
  const { sides, shown, withSide } = linked;
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
        {isEditable && <Actions treatment={treatment} name={name} linked={linked} />}
      </div>
    </div>
  );
}

function Actions({ treatment, name, linked }: Pick<Props, 'treatment' | 'name'> & { linked: LinkedSides }) {
  const { t } = useTranslation('studio');
  const { draft } = useWorkspace();
  const { content } = useDraft();
  const { isLinked, link } = linked;
  return (
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
      {treatment.id in content.recipes[content.style].treatments && (
        <IconButton
          icon={Trash2}
          size="s"
          label={t('dose.remove', { name })}
          onClick={() => draft.setDose(treatment, null)}
        />
      )}
    </span>
  );
}
