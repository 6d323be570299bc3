import type { Recipes, Style } from '#contract/drafts.ts';
import type { PoseMarks } from '#contract/markings.ts';
import type { Picture } from '#engine/picture.ts';
import type { Recipe } from '#engine/recipe.ts';
import type { Brush } from '#engine/regions/brush.ts';
import { type Moment, recipeAt } from '#engine/time/course.ts';

/** A loaded photo. The simulation of any recipe (doses by treatment) can be drawn from this photo. */
export interface PreparedPhoto {
  draw(recipe: Recipe, brush: Brush | undefined): Promise<Picture>;
  close(): void;
}

export interface Wish {
  style: Style;
  moment: Moment;
}

/** The image of a day. It includes the day, because another day may have been requested in the meantime. */
export interface DayPicture extends Wish {
  address: string;
}

interface Source {
  recipes: Recipes;
  marks: PoseMarks;
  open: () => Promise<PreparedPhoto>;
  /** Draws the label of a simulation into the pixels of an image, and returns an address for the image. */
  publish: (picture: Picture) => Promise<string>;
}

/**
 * Draws one photo for different days after the treatment. The photo is prepared once, and each image is drawn once. If
 * several days are requested while an image is drawn, only the newest request is drawn.
 */
export class DayPictures {
  #source: Source;
  #photo: Promise<PreparedPhoto> | undefined;
  #known = new Map<string, DayPicture>();
  #wanted: Wish | null = null;
  /**
   * The key of the newest requested day. If the image of an earlier request is finished later, it does not replace the
   * newest image.
   */
  #newest = '';
  #isBusy = false;
  #isOver = false;
  #onPicture: (picture: DayPicture) => void;
  #onFailure: () => void;

  constructor(source: Source, onPicture: (picture: DayPicture) => void, onFailure: () => void) {
    this.#source = source;
    this.#onPicture = onPicture;
    this.#onFailure = onFailure;
  }

  show(wish: Wish) {
    this.#newest = keyOf(wish);
    const known = this.#known.get(this.#newest);
    this.#wanted = known ? null : wish;
    if (known) this.#onPicture(known);
    else if (!this.#isBusy) void this.#work();
  }

  close() {
    this.#isOver = true;
    this.#closePhoto();
    for (const { address } of this.#known.values()) URL.revokeObjectURL(address);
  }

  async #work() {
    this.#isBusy = true;
    const { recipes, marks, open, publish } = this.#source;
    try {
      this.#photo ??= open();
      const photo = await this.#photo;
      while (this.#wanted && !this.#isOver) {
        const wish = this.#wanted;
        this.#wanted = null;
        const key = keyOf(wish);
        if (this.#known.has(key)) continue;
        const recipe = recipeAt(recipes[wish.style], wish.moment);
        const picture = await photo.draw(recipe, marks.brush.length > 0 ? marks.brush : undefined);
        if (this.#isOver) return;
        const address = await publish(picture);
        if (this.#isOver) return URL.revokeObjectURL(address);
        const made = { ...wish, address };
        this.#known.set(key, made);
        if (key === this.#newest) this.#onPicture(made);
      }
    } catch {
      if (this.#isOver) return;
      this.#closePhoto();
      this.#photo = undefined;
      this.#onFailure();
    } finally {
      this.#isBusy = false;
    }
  }

  #closePhoto() {
    void this.#photo?.then((photo) => photo.close()).catch(() => {});
  }
}

const keyOf = ({ style, moment }: Wish) => `${style} ${moment.day} ${moment.band}`;
