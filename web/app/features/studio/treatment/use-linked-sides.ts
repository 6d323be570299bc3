import { type RefObject, useEffect, useState } from 'react';
import { singleKeysAreOn } from '#web/lib/shortcuts.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { type Dose, doseFrom, type Sides, sidesOf, type Treatment } from '../draft/recipes.ts';

/** Whether both sides are dosed as one. On a slider within the box, L links and unlinks them. */
export function useLinkedSides(treatment: Treatment, dose: Dose, box: RefObject<HTMLElement | null>) {
  const { draft, isEditable } = useWorkspace();
  const sides = sidesOf(dose);
  const [wanted, setWanted] = useState(sides.right === sides.left);
  const isLinked = wanted && sides.right === sides.left;
  const shown: (keyof Sides)[] = treatment.isSided && !isLinked ? ['right', 'left'] : ['right'];
  const withSide = (side: keyof Sides, value: number): Dose =>
    isLinked || !treatment.isSided ? value : doseFrom({ ...sides, [side]: value });
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

export type LinkedSides = ReturnType<typeof useLinkedSides>;

const isRange = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'range';
