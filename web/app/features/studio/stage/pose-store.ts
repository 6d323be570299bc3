import type { Landmarks, Picture } from '#engine/picture.ts';
import { type FaceClient, startFaceClient } from '#engine/worker/face-client.ts';
import { drawingOn } from './pixels.ts';

/** A photo ready to be worked on: its pixels at stored size, and the face points found in this browser. Neither is ever stored. */
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

/** Loads photos and finds their faces when a pose is opened, one at a time, and keeps them while the case is open. */
export class PoseStore {
  #states = new Map<string, PoseState>();
  #opening = new Map<string, Promise<OpenPose | null>>();
  #listeners = new Set<() => void>();
  #client: Promise<FaceClient> | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  stateOf(photoId: string): PoseState {
    return this.#states.get(photoId) ?? closed;
  }

  /** Null when it could not be opened; `stateOf` then says why. */
  open(source: Source): Promise<OpenPose | null> {
    const known = this.#opening.get(source.id);
    if (known) return known;
    const opening = this.#queue.then(() => this.#load(source));
    this.#queue = opening;
    this.#opening.set(source.id, opening);
    return opening;
  }

  retry(source: Source): Promise<OpenPose | null> {
    this.#opening.delete(source.id);
    return this.open(source);
  }

  /** Ends the worker; it starts again when another pose is opened. */
  rest() {
    void this.#client?.then((client) => client.terminate()).catch(() => {});
    this.#client = undefined;
  }

  async #load({ id, url }: Source): Promise<OpenPose | null> {
    try {
      this.#set(id, { kind: 'loading' });
      const picture = await pixelsOf(url);
      this.#set(id, { kind: 'detecting' });
      const landmarks = await this.#detect(picture);
      if (!landmarks) return this.#set(id, { kind: 'failed', why: 'no_face' });
      const pose = { photoId: id, picture, landmarks };
      this.#set(id, { kind: 'ready', pose });
      return pose;
    } catch {
      const why = this.stateOf(id).kind === 'detecting' ? 'detector' : 'photo';
      return this.#set(id, { kind: 'failed', why });
    }
  }

  async #detect(picture: Picture): Promise<Landmarks | null> {
    this.#client ??= startFaceClient();
    try {
      const client = await this.#client;
      // The worker takes the buffer over, and the pixels are needed here.
      const copy = { width: picture.width, height: picture.height, data: new Uint8ClampedArray(picture.data) };
      return (await client.detect(copy)).landmarks;
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
