import type { Expression } from '#contract/intake.ts';
import { clinicalTreatments } from '#engine/clinical.ts';
import { actions } from '#engine/expression/relax.ts';
import type { Picture } from '#engine/picture.ts';
import { emptyRecipe, type Recipe } from '#engine/recipe.ts';
import { type RenderClient, startRenderClient } from '#engine/worker/render-client.ts';
import type { OpenPose } from '../stage/pose-store.ts';
import { scaledPose } from '../stage/scaled-pose.ts';
import { faceBox } from '../stage/view.ts';

/** The longest side of the drawn images, in pixels. Several images are side by side, so larger ones are not needed. */
const LONGEST_PX = 800;

/** Returns a recipe with only the label dose of the muscle that makes the expression. */
export function labelRecipe(expression: Expression, recipe: Recipe = emptyRecipe): Recipe {
  const { treatment } = actions[expression];
  const { label } = clinicalTreatments[treatment];
  return { ...recipe, treatments: label === null ? {} : { [treatment]: label } };
}

/** Returns a rectangle around the face with hair and neck. It does not extend beyond the photo. */
function faceOf(pose: OpenPose) {
  const { x, y, width, height } = faceBox(pose.landmarks);
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const right = Math.min(pose.picture.width, x + width);
  const bottom = Math.min(pose.picture.height, y + height);
  const crop = { x: left, y: top, width: right - left, height: bottom - top };
  return scaledPose(pose, crop, Math.min(1, LONGEST_PX / Math.max(crop.width, crop.height)));
}

/**
 * A movement of the face, from a photo at rest to a photo of the expression. Both photos are prepared together. All
 * images are drawn in this browser.
 */
export class Movement {
  #client: RenderClient;
  #expression: Expression;
  #wanted: number | null = null;
  #isBusy = false;

  private constructor(client: RenderClient, expression: Expression) {
    this.#client = client;
    this.#expression = expression;
  }

  static async open(rest: OpenPose, moved: OpenPose, expression: Expression): Promise<Movement> {
    const client = startRenderClient();
    try {
      for (const [key, pose] of [
        ['rest', rest],
        ['moved', moved],
      ] as const) {
        const { picture, landmarks } = faceOf(pose);
        await client.prepare(key, picture, landmarks);
      }
    } catch (fault) {
      client.terminate();
      throw fault;
    }
    return new Movement(client, expression);
  }

  relax(recipe: Recipe): Promise<Picture> {
    return this.#client.relax('moved', 'rest', this.#expression, recipe);
  }

  /**
   * Draws the face between rest and expression. If several images are requested while one is being drawn, only the
   * newest request is drawn afterwards.
   */
  async between(share: number, show: (picture: Picture) => void): Promise<void> {
    this.#wanted = share;
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#wanted !== null) {
        const wanted = this.#wanted;
        this.#wanted = null;
        show(await this.#client.between('moved', 'rest', wanted));
      }
    } finally {
      this.#isBusy = false;
    }
  }

  close() {
    this.#wanted = null;
    this.#client.terminate();
  }
}
