import { Link2, Link2Off, RotateCcw, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Styles } from '#contract/drafts.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { doseFrom, sidesOf, type Dose, type Sides, type Treatment } from '../draft/recipes.ts';
import { DoseSlider } from './dose-slider.tsx';
import styles from './treatment.module.css';
import { presets } from './treatments.ts';
import { singleKeysAreOn } from '#web/lib/shortcuts.ts';

interface Props {
  treatment: Treatment;
  name: string;
  dose: Dose;
}

/**
 * Shows the sliders of one treatment and the actions on its dose. There is one slider for both sides, or one for each
 * side.
 */
export function OpenTreatment({ treatment, name, dose }: Props) {
  const { t } = useTranslation('studio');
  const { draft, isEditable } = useWorkspace();
  const box = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus({ preventScroll: true });
    // The braces make the effect return nothing. In newer browsers `scrollIntoView` returns a promise, which React
    // would take for a clean-up function.
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

/**
 * A note about the dose in this style. It says whether the dose follows another style or was set by hand. If neither is
 * the case, it says that the effect in the image is illustrative.
 */
function FollowNote({ treatment }: { treatment: Treatment }) {
  const { t } = useTranslation('studio');
  const { draft, isEditable } = useWorkspace();
  const { content } = useDraft();
  const link = content.links[treatment.id];
  const leader = link && t(`style.${link.leader}`);
  if (link?.detached.includes(content.style)) {
    return (
      <p className={styles.note}>
        {t('follow.by_hand')}{' '}
        {isEditable && (
          <button type="button" className="link" onClick={() => draft.followAgain(treatment)}>
            {t('follow.again', { style: leader })}
          </button>
        )}
      </p>
    );
  }
  if (link && link.leader !== content.style)
    return <p className={styles.note}>{t('follow.follows', { style: leader })}</p>;
  return <p className={styles.note}>{t('dose.illustrative')}</p>;
}

/**
 * Returns the state of the link between the two sides of the face. Linked sides have the same dose. While a slider
 * inside `box` has the focus, the key L links or unlinks the sides.
 */
function useLinkedSides(treatment: Treatment, dose: Dose, box: RefObject<HTMLElement | null>) {
  const { draft, isEditable } = useWorkspace();
  const sides = sidesOf(dose);
  const [wanted, setWanted] = useState(sides.right === sides.left);
  const isLinked = wanted && sides.right === sides.left;
  const shown: (keyof Sides)[] = treatment.isSided && !isLinked ? ['right', 'left'] : ['right'];
  const withSide = (side: keyof Sides, value: number): Dose =>
    isLinked || !treatment.isSided ? value : doseFrom({ ...sides, [side]: value }, true);
  const link = () => {
    if (!isLinked && sides.right !== sides.left) draft.setDose(treatment, sides.right);
    setWanted(!isLinked);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'l' && singleKeysAreOn() && isRange(event.target)) link();
    };
    const element = treatment.isSided && isEditable ? box.current : null;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  });
  return { sides, shown, isLinked, withSide, link };
}

type LinkedSides = ReturnType<typeof useLinkedSides>;

const isRange = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'range';
