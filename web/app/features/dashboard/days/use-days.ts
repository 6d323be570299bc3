import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Style } from '#contract/drafts.ts';
import type { PhotoEntry } from '#contract/intake.ts';
import type { PublishedSimulation } from '#contract/simulation.ts';
import type { Picture } from '#engine/picture.ts';
import type { Moment } from '#engine/time/course.ts';
import { type DayPicture, DayPictures } from './day-pictures.ts';
import { preparePhoto } from './prepare-photo.ts';

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

/**
 * Sizes of the label. Their unit is the short side of the part of the image that is visible in every crop. The labels
 * of stored images have the same proportions.
 */
const TITLE = 0.034;
const LINE = 0.027;
const PADDING = 0.02;
const MARGIN = 0.024;
/** The ratio of width to height of the narrowest crop. */
const NARROWEST = 4 / 5;

/**
 * Draws the lines into the image, on a dark plate in the upper right corner. The first line is the title. Returns an
 * address of the image that is valid in this page.
 */
async function publishPicture(picture: Picture, lines: readonly string[]): Promise<string> {
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.putImageData(new ImageData(picture.data as ImageDataArray, width, height), 0, 0);
  burn(context, lines);
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 }));
}

function burn(context: OffscreenCanvasRenderingContext2D, lines: readonly string[]) {
  const { width, height } = context.canvas;
  const safe = { width: Math.min(width, height * NARROWEST), height: Math.min(height, width) };
  const unit = Math.min(safe.width, safe.height);
  const [padding, margin] = [unit * PADDING, unit * MARGIN];
  const rows = lines.map((text, at) => {
    const size = unit * (at === 0 ? TITLE : LINE);
    const font = `${at === 0 ? 600 : 500} ${size}px Inter, sans-serif`;
    context.font = font;
    return { text, size, font, width: context.measureText(text).width };
  });
  const plate = {
    width: Math.max(...rows.map((row) => row.width)) + 2 * padding,
    height: rows.reduce((sum, { size }) => sum + size * 1.3, padding * 1.4),
  };
  const right = (width + safe.width) / 2 - margin;
  const top = (height - safe.height) / 2 + margin;
  context.fillStyle = 'rgb(22 20 18 / 0.8)';
  context.fillRect(right - plate.width, top, plate.width, plate.height);
  context.fillStyle = '#fff';
  context.textAlign = 'right';
  context.direction = 'ltr';
  let y = top + padding * 0.8;
  for (const { text, size, font } of rows) {
    y += size * 1.3;
    context.font = font;
    context.fillText(text, right - padding, y - size * 0.4);
  }
}
