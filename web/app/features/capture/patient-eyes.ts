import type { FaceCheck, FrameReport } from './face-check.ts';
import { afterBad, afterGood, bottom, rungOf } from './frame-ladder.ts';
import type { PhotoKind } from './poses.ts';
import { readFrame } from './read-frame.ts';

/**
 * A detector that gives no result within this many milliseconds is treated as failed. Even the slowest device needs
 * only about a second.
 */
const answer_ms = 20_000;

/**
 * The result of a frame. It is a report, or a request to read another frame or to restart the detector. 'end' means
 * that no method of reading frames is left.
 */
export type Seen = FrameReport | 'again' | 'restart' | 'end';

/**
 * Reads and assesses frames. If frames fail, it changes the method of reading them. A method that fails for one pose
 * also fails for the next, so a page uses one object for all poses.
 */
export class PatientEyes {
  #ladder = bottom;
  #read: typeof readFrame;

  constructor(read = readFrame) {
    this.#read = read;
  }

  /**
   * @param isOver whether the page no longer needs this photo. The detector may then be closed, so an error does not
   * count as a failure
   */
  async look(check: FaceCheck, video: HTMLVideoElement, pose: PhotoKind, isOver: () => boolean): Promise<Seen> {
    const { way, width_px } = rungOf(this.#ladder);
    try {
      const report = await inTime(check.look(await this.#read(video, way, width_px), pose));
      this.#ladder = afterGood(this.#ladder);
      return report;
    } catch (error) {
      return isOver() ? 'again' : this.#climb(error);
    }
  }

  /**
   * Changes to the next rung (method of reading frames) if necessary. The log contains only the names of the error and
   * of the rung, and nothing about the photo.
   */
  #climb(error: unknown): Seen {
    const fault = error instanceof Error ? error.name : 'unknown';
    const next = afterBad(this.#ladder, fault === 'WorkerEndedError' || fault === 'NoAnswerError');
    if (!next) {
      console.warn(`Guided capture ends: ${fault}`);
      return 'end';
    }
    const isHigher = next.rung > this.#ladder.rung;
    this.#ladder = next;
    if (!isHigher) return 'again';
    const { name, restarts } = rungOf(next);
    console.warn(`Guided capture goes on by ${name}: ${fault}`);
    return restarts ? 'restart' : 'again';
  }
}

class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError()), answer_ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
