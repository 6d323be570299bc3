import type { PhotoEntry, Pose } from '#contract/intake.ts';
import type { Markings } from '#contract/markings.ts';
import type { Recipes, Rendering, Style } from '#contract/drafts.ts';
import type { Picture } from '#engine/picture.ts';
import { type RenderClient, startRenderClient } from '#engine/worker/render-client.ts';
import { canvasOf } from '../stage/pixels.ts';
import type { OpenPose } from '../stage/pose-store.ts';
import { drawable } from '../treatment/treatments.ts';
import { type RenderingTask, type RunState, tasksFor } from './rendering-run.ts';

const JPEG_QUALITY = 0.92;

export interface RunInput {
  photos: readonly PhotoEntry[];
  recipes: Recipes;
  markings: Markings;
  /** The renderings of this version that are already stored. */
  stored: readonly Rendering[];
  openPose: (photo: PhotoEntry) => Promise<OpenPose | null>;
  upload: (task: RenderingTask, file: File) => Promise<{ rendering: Rendering }>;
  signal: AbortSignal;
  onState: (state: RunState) => void;
}

export class PoseUnreadable extends Error {
  readonly pose: Pose;
  constructor(pose: Pose) {
    super(`No face was found in the ${pose} photo`);
    this.pose = pose;
  }
}

async function jpegOf(picture: Picture, name: string): Promise<File> {
  const blob = await canvasOf(picture).convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
  return new File([blob], name, { type: 'image/jpeg' });
}

/**
 * Draws the images that the doctor will sign, pose by pose and style by style. The CPU draws them at stored size. Each
 * image is uploaded while the next one is drawn. Stored images are not drawn again, so a retry continues where the last
 * attempt stopped.
 * @throws AbortError if cancelled, PoseUnreadable, or the error of `upload`
 */
export async function makeRenderings(input: RunInput): Promise<{ renderings: Rendering[] }> {
  const { photos, recipes, markings, stored, signal, onState } = input;
  const run = { renderings: [...stored], fraction: 0, current: null as RenderingTask | null };
  const of = photos.length * 3;
  const tell = () =>
    run.current &&
    onState({ kind: 'rendering', done: run.renderings.length, of, current: run.current, fraction: run.fraction });
  const keep = ({ rendering }: { rendering: Rendering }) => {
    run.renderings.push(rendering);
    run.fraction = 0;
    tell();
  };
  const client = startRenderClient();
  let upload: Promise<void> = Promise.resolve();
  // If an upload fails, the next `await` throws its error. Until then the browser must not report the error as
  // unhandled.
  const sendNext = (task: RenderingTask, file: File) => {
    upload = upload.then(() => input.upload(task, file)).then(keep);
    upload.catch(() => {});
  };
  try {
    for (const photo of photos) {
      const tasks = tasksFor([photo.pose], stored);
      const [first] = tasks;
      if (!first) continue;
      run.current = first;
      tell();
      const pose = await input.openPose(photo);
      if (!pose) throw new PoseUnreadable(photo.pose);
      signal.throwIfAborted();
      await client.prepare(photo.id, pose.picture, pose.landmarks);
      for (const task of tasks) {
        run.current = task;
        const file = await renderTask(client, photo.id, { recipes, markings }, task, signal, (fraction) => {
          run.fraction = fraction;
          tell();
        });
        await upload;
        sendNext(task, file);
      }
      await client.release(photo.id);
    }
    await upload;
    return { renderings: run.renderings };
  } finally {
    client.terminate();
  }
}

async function renderTask(
  client: RenderClient,
  key: string,
  { recipes, markings }: { recipes: Recipes; markings: Markings },
  { pose, style }: { pose: Pose; style: Style },
  signal: AbortSignal,
  onFraction: (fraction: number) => void,
): Promise<File> {
  const picture = await client.render(key, drawable(recipes[style]), {
    signal,
    brush: markings.poses[pose].brush,
    onProgress: ({ done }) => onFraction(done),
  });
  signal.throwIfAborted();
  return jpegOf(picture, `${pose}-${style}.jpg`);
}
