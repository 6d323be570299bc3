import type { FaceCheck } from './face-check.ts';

/**
 * The time in milliseconds after which a person may take photos without the detector. The models of the detector are
 * three megabytes.
 */
const patience_ms = 20_000;

export type FaceCheckState = { status: 'idle' | 'starting' | 'unavailable' } | { status: 'ready'; check: FaceCheck };

/**
 * Starts the detector once. On a slow connection, the detector may load for longer than `patience_ms`. A detector that
 * loads later is still used, unless the person has already taken a photo without it, because all photos must be
 * assessed in the same way.
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

  /** Returns the detector, or null if it failed or is not loaded within `patience_ms`. */
  start(): Promise<FaceCheck | null> {
    this.#answer ??= this.#startNow();
    return this.#answer;
  }

  /** Records that a photo was taken without the detector. */
  goWithout() {
    this.#isWanted = false;
  }

  /** Replaces a failed detector. */
  restart() {
    this.stop();
    void this.start();
  }

  /** Records that no detector works in this browser. */
  giveUp() {
    this.stop();
    this.#answer = Promise.resolve(null);
    this.#tell({ status: 'unavailable' });
  }

  /** Closes the detector, for example when the person leaves the page. */
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
