import type { Landmarks, Picture } from '#engine/picture.ts';
import { type FaceClient, startFaceClient } from '#engine/worker/face-client.ts';
import type { PoseMarks } from '#contract/markings.ts';
import { correctLandmarks } from '#engine/geometry/correct-landmarks.ts';
import { markedPose } from './marked-pose.ts';
import { drawingOn } from './pixels.ts';

/**
 * An open photo: its pixels, at the size of the stored photo, and the detected face points. Both exist only in memory.
 */
export interface OpenPose {
  photoId: string;
  picture: Picture;
  landmarks: Landmarks;
}

export type PoseState =
  | { kind: 'closed' }
  | { kind: 'loading' }
  | { kind: 'detecting' }
  | { kind: 'ready'; pose: OpenPose }
  | { kind: 'failed'; why: 'photo' | 'no_face' | 'detector' };

const closed: PoseState = { kind: 'closed' };

interface Source {
  id: string;
  url: string;
}

async function pixelsOf(url: string): Promise<Picture> {
  const answer = await fetch(url, { credentials: 'include' });
  if (!answer.ok) throw new Error(`The photo answered ${answer.status}`);
  const bitmap = await createImageBitmap(await answer.blob());
  const { width, height } = bitmap;
  const context = drawingOn(new OffscreenCanvas(width, height));
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

/**
 * Copies an image. The worker takes over the memory of the image that it receives, but this page still needs the
 * pixels.
 */
const copyOf = ({ width, height, data }: Picture): Picture => ({ width, height, data: new Uint8ClampedArray(data) });

/**
 * Loads photos and detects their faces. A photo is loaded when its pose is opened, and one photo is processed at a
 * time. The results stay in memory while the case is open.
 */
export class PoseStore {
  #states = new Map<string, PoseState>();
  #opening = new Map<string, Promise<OpenPose | null>>();
  #listeners = new Set<() => void>();
  #client: Promise<FaceClient> | undefined;
  #refined = new Map<string, Promise<OpenPose | null>>();
  #queue: Promise<unknown> = Promise.resolve();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  stateOf(photoId: string): PoseState {
    return this.#states.get(photoId) ?? closed;
  }

  /** Opens a photo. Returns null if this fails. `stateOf` then gives the reason, and another call tries again. */
  open(source: Source): Promise<OpenPose | null> {
    const known = this.#opening.get(source.id);
    if (known) return known;
    const opening = this.#queue.then(() => this.#load(source));
    this.#queue = opening;
    this.#opening.set(source.id, opening);
    void opening.then((pose) => pose ?? this.#opening.delete(source.id));
    return opening;
  }

  /** Opens a photo and applies the doctor's corrections to its face points. Returns null if this fails. */
  async openMarked(source: Source, marks: PoseMarks): Promise<OpenPose | null> {
    const pose = await this.open(source);
    return pose && markedPose(pose, marks, (found, seeds) => this.refine(found, seeds));
  }

  /** Detects the face points again, starting from the places in `seeds`. The result for each set of seeds is reused. */
  refine(pose: OpenPose, seeds: PoseMarks['seeds']): Promise<OpenPose | null> {
    const key = `${pose.photoId} ${JSON.stringify(seeds)}`;
    const known = this.#refined.get(key);
    if (known) return known;
    const near = correctLandmarks(pose.landmarks, seeds, pose.picture);
    const refining = this.#queue
      .then(() => this.#ask((client) => client.refine(copyOf(pose.picture), near)))
      .then(({ landmarks }) => landmarks && { ...pose, landmarks });
    this.#queue = refining.catch(() => {});
    this.#refined.set(key, refining);
    refining.catch(() => this.#refined.delete(key));
    return refining;
  }

  /** Ends the worker. It starts again when another photo is opened. */
  rest() {
    void this.#client?.then((client) => client.terminate()).catch(() => {});
    this.#client = undefined;
  }

  async #load({ id, url }: Source): Promise<OpenPose | null> {
    try {
      this.#set(id, { kind: 'loading' });
      const picture = await pixelsOf(url);
      this.#set(id, { kind: 'detecting' });
      const { landmarks } = await this.#ask((client) => client.detect(copyOf(picture)));
      if (!landmarks) return this.#set(id, { kind: 'failed', why: 'no_face' });
      const pose = { photoId: id, picture, landmarks };
      this.#set(id, { kind: 'ready', pose });
      return pose;
    } catch {
      const why = this.stateOf(id).kind === 'detecting' ? 'detector' : 'photo';
      return this.#set(id, { kind: 'failed', why });
    }
  }

  async #ask<T>(task: (client: FaceClient) => Promise<T>): Promise<T> {
    this.#client ??= startFaceClient();
    try {
      return await task(await this.#client);
    } catch (fault) {
      this.#client = undefined;
      throw fault;
    }
  }

  #set(id: string, state: PoseState): null {
    this.#states.set(id, state);
    for (const listener of this.#listeners) listener();
    return null;
  }
}
