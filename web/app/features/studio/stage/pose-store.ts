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

const end = (client: Promise<FaceClient> | undefined) =>
  void client?.then(({ terminate }) => terminate()).catch(() => {});

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
  /** How often `rest` was called. Work that was requested before a call of `rest` is not continued after it. */
  #rests = 0;

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
    const rests = this.#rests;
    const opening = this.#queue.then(() => this.#load(source, rests));
    this.#queue = opening;
    this.#opening.set(source.id, opening);
    void opening.then((pose) => {
      if (!pose && this.#opening.get(source.id) === opening) this.#opening.delete(source.id);
    });
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
    const rests = this.#rests;
    const refining = this.#queue
      .then(() => this.#ask(rests, (client) => client.refine(copyOf(pose.picture), near)))
      .then(({ landmarks }) => landmarks && { ...pose, landmarks });
    this.#queue = refining.catch(() => {});
    this.#refined.set(key, refining);
    refining.catch(() => this.#refined.delete(key));
    return refining;
  }

  /**
   * Ends the worker and stops loading. Photos that still wait are not loaded. The doctor has left the case, so nothing
   * would end a worker that is started for them. The worker starts again when a photo is opened after this.
   */
  rest() {
    this.#rests += 1;
    for (const id of this.#opening.keys()) if (this.stateOf(id).kind !== 'ready') this.#opening.delete(id);
    end(this.#client);
    this.#client = undefined;
  }

  async #load({ id, url }: Source, rests: number): Promise<OpenPose | null> {
    if (rests !== this.#rests) return null;
    try {
      this.#set(id, { kind: 'loading' });
      const picture = await pixelsOf(url);
      if (rests !== this.#rests) return this.#set(id, closed);
      this.#set(id, { kind: 'detecting' });
      const { landmarks } = await this.#ask(rests, (client) => client.detect(copyOf(picture)));
      if (!landmarks) return this.#set(id, { kind: 'failed', why: 'no_face' });
      const pose = { photoId: id, picture, landmarks };
      this.#set(id, { kind: 'ready', pose });
      return pose;
    } catch {
      if (rests !== this.#rests) return this.#set(id, closed);
      const why = this.stateOf(id).kind === 'detecting' ? 'detector' : 'photo';
      return this.#set(id, { kind: 'failed', why });
    }
  }

  async #ask<T>(rests: number, task: (client: FaceClient) => Promise<T>): Promise<T> {
    if (rests !== this.#rests) throw new Error('The case was closed.');
    const starting = (this.#client ??= startFaceClient());
    try {
      return await task(await starting);
    } catch (fault) {
      end(starting);
      if (this.#client === starting) this.#client = undefined;
      throw fault;
    }
  }

  #set(id: string, state: PoseState): null {
    this.#states.set(id, state);
    for (const listener of this.#listeners) listener();
    return null;
  }
}
