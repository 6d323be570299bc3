import { useCallback } from 'react';
import type { PoseMarks } from '#contract/markings.ts';
import { TurnView } from '#web/ui/turn/turn-view.tsx';
import { findFace } from './prepare-photo.ts';

interface Side {
  src: string;
  alt: string;
  date: string;
}

interface Props {
  before: Side;
  simulation: Side;
  marks: PoseMarks;
}

/** Shows a photo and its simulation. The patient can turn the head in both of them by a few degrees. */
export function TurnedPair({ before, simulation, marks }: Props) {
  const { src } = before;
  const find = useCallback(() => findFace(src, marks), [src, marks]);
  return <TurnView {...{ before, simulation }} findFace={find} />;
}
