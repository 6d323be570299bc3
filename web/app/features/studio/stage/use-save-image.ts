import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoEntry } from '#contract/intake.ts';
import type { Moment } from '#engine/time/course.ts';
import { clearFactor } from '#engine/volume/relight.ts';
import { download } from '#web/lib/download.ts';
import { useFormat } from '#web/lib/format.ts';
import { toast } from '#web/ui/toast.ts';
import { useDraft } from '../case/workspace-context.ts';
import { drawingOn } from './pixels.ts';

interface Shown {
  photo: PhotoEntry | undefined;
  frame: RefObject<HTMLElement | null>;
  isClear: boolean;
  moment: Moment | null;
}

/**
 * Returns a function that saves the image of the stage as a file. The file also contains the texts of the stage, so
 * that a viewer understands the image without this page.
 */
export function useSaveImage({ photo, frame, isClear, moment }: Shown) {
  const { t } = useTranslation(['studio', 'ui', 'course']);
  const { date, number } = useFormat();
  const { content } = useDraft();
  return () => {
    if (!photo || !frame.current) return;
    const foot = [
      `Flaira · ${t('ui:compare.simulation')} · ${t('ui:compare.virtual')} · ${t(`style.${content.style}`)}`,
      ...(moment ? [t('course:value', { day: moment.day, band: t(`course:band.${moment.band}`).toLowerCase() })] : []),
      ...(isClear ? [t('stage.clear', { factor: number(clearFactor) })] : []),
      `${t(`pose.${photo.pose}`)} · ${date(photo.created_at)}`,
    ];
    const words = { before: t('before'), simulation: t('ui:compare.simulation'), foot };
    saveImage(frame.current, words, `flaira-simulation-${photo.pose}.jpg`).then(
      (isSaved) => !isSaved && toast({ kind: 'error', title: t('save_image_later') }),
      () => toast({ kind: 'error', title: t('save_image_failed') }),
    );
  };
}

interface Words {
  before: string;
  simulation: string;
  /** The lines of text below both images. The most important line is first. */
  foot: readonly string[];
}

/** Sizes of the text, as shares of the height of a photo. */
const strip = 0.028;
const margin = 0.012;
const colours = { paper: '#fbf9f7', ink: '#2a2522' };

/**
 * Saves the photo and its simulation side by side as one JPEG, which also contains the texts.
 * @returns false while the stage shows no simulation
 */
async function saveImage(frame: HTMLElement, words: Words, name: string): Promise<boolean> {
  const [photo, simulation] = ['before', 'simulation'].map((pane) =>
    frame.querySelector<HTMLCanvasElement>(`[data-pane="${pane}"] canvas`),
  );
  if (!photo || !simulation || simulation.width === 0) return false;
  const { width, height } = photo;
  const line = Math.max(14, Math.round(strip * height));
  const gap = Math.round(margin * height);
  const rows = words.foot.length;
  const sheet = new OffscreenCanvas(2 * width + gap, height + (rows + 0.6) * line * 1.4);
  const context = drawingOn(sheet);
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.drawImage(photo, 0, 0, width, height);
  context.drawImage(simulation, width + gap, 0, width, height);
  context.textBaseline = 'top';
  for (const [n, word] of [words.before, words.simulation].entries()) plate(context, word, n * (width + gap), line);
  context.fillStyle = colours.ink;
  words.foot.forEach((text, n) => {
    context.font = `${n === 0 ? 600 : 400} ${line}px sans-serif`;
    context.fillText(text, gap, height + line * (0.5 + 1.4 * n), sheet.width - 2 * gap);
  });
  download(await sheet.convertToBlob({ type: 'image/jpeg', quality: 0.92 }), name);
  return true;
}

function plate(context: OffscreenCanvasRenderingContext2D, word: string, left: number, line: number) {
  context.font = `600 ${line}px sans-serif`;
  const inset = line / 2;
  context.fillStyle = 'rgb(20 17 15 / 0.78)';
  context.fillRect(left + inset, inset, context.measureText(word).width + 2 * inset, 1.8 * line);
  context.fillStyle = '#ffffff';
  context.fillText(word, left + 2 * inset, inset + 0.4 * line);
}
