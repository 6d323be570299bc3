import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Style } from '#contract/drafts.ts';
import type { PhotoEntry } from '#contract/intake.ts';
import type { PublishedSimulation } from '#contract/simulation.ts';
import type { Moment } from '#engine/time/course.ts';
import { type DayPicture, DayPictures } from './day-pictures.ts';
import { preparePhoto } from './prepare-photo.ts';
import { publishPicture } from './publish-picture.ts';

export interface DaysState {
  /** The newest drawn image. `isBusy` is true while another image is being drawn. */
  picture: DayPicture | null;
  isBusy: boolean;
  hasFailed: boolean;
}

const start: DaysState = { picture: null, isBusy: true, hasFailed: false };

/**
 * Draws the simulation of the chosen day. Another day, style or `band` (low, likely or high effect of the treatment) is
 * drawn from the same prepared photo.
 */
export function useDays(
  { recipes, marks }: Pick<PublishedSimulation, 'recipes' | 'marks'>,
  photo: PhotoEntry,
  wish: { style: Style; moment: Moment } | null,
  plate: readonly string[],
): DaysState {
  const [state, setState] = useState(start);
  const pictures = useRef<DayPictures>(null);
  const { id, pose } = photo;
  const make = useEffectEvent(() => {
    setState(start);
    return new DayPictures(
      {
        recipes,
        marks: marks[pose],
        open: () => preparePhoto(photo.url, marks[pose]),
        publish: (picture) => publishPicture(picture, plate),
      },
      (picture) => setState({ picture, isBusy: false, hasFailed: false }),
      () => setState({ picture: null, isBusy: false, hasFailed: true }),
    );
  });
  // Links are renewed while a page is open. The photo stays the same, so the effect depends on its id and not on its
  // link.
  useEffect(() => {
    const made = make();
    pictures.current = made;
    return () => made.close();
  }, [id]);
  const { style } = wish ?? {};
  const { day, band } = wish?.moment ?? {};
  useEffect(() => {
    const isWished = style && day !== undefined && band;
    setState((now) => ({ ...now, isBusy: Boolean(isWished), hasFailed: false }));
    if (!isWished) return;
    pictures.current?.show({ style, moment: { day, band } });
  }, [id, style, day, band]);
  return state;
}
