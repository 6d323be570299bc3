import type { FaceCheck } from './face-check.ts';

/** The models are three megabytes. A person who has waited longer than this may take photos without them. */
const patience_ms = 20_000;

export type FaceCheckState = { status: 'idle' | 'starting' | 'unavailable' } | { status: 'ready'; check: FaceCheck };

/**
 * Starts the detector once. On a slow connection the detector may arrive after this time. It is still used, unless
 * photos were taken without it by then, because all photos must be judged in the same way.
 */
export class PatientStart {
  #load: () => Promise<FaceCheck>;
  #tell: (state: FaceCheckState) => void;
  #answer: Promise<FaceCheck | null> | undefined;
  #running: FaceCheck | undefined;
  #isWanted = false;

  constructor(load: () => Promise<FaceCheck>, tell: (state: FaceCheckState) => void) {
    this.#load = load;
    this.#tell = tell;
  }

  /** Null if the detector is not loaded yet, or failed. */
  start(): Promise<FaceCheck | null> {
    this.#answer ??= this.#startNow();
    return this.#answer;
  }

  /** A photo was taken by hand. */
  goWithout() {
    this.#isWanted = false;
  }

  /** Replaces a failed detector. */
  restart() {
    this.stop();
    void this.start();
  }

  /** Records that no detector works here. */
  giveUp() {
    this.stop();
    this.#answer = Promise.resolve(null);
    this.#tell({ status: 'unavailable' });
  }

  /** Called when the person leaves the page. */
  stop() {
    this.#isWanted = false;
    this.#running?.close();
    this.#running = undefined;
    this.#answer = undefined;
  }

  async #startNow(): Promise<FaceCheck | null> {
    this.#isWanted = true;
    this.#tell({ status: 'starting' });
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience_ms));
    const check = await Promise.race([this.#take(), late]);
    if (!check) this.#tell({ status: 'unavailable' });
    return check;
  }

  async #take(): Promise<FaceCheck | null> {
    try {
      const check = await this.#load();
      if (!this.#isWanted) {
        check.close();
        return null;
      }
      this.#running = check;
      this.#answer = Promise.resolve(check);
      this.#tell({ status: 'ready', check });
      return check;
    } catch (error) {
      console.warn('The face check did not start; photos will be looked at by a person.', error);
      return null;
    }
  }
}
