import type { Pose } from '#contract/intake.ts';
import { type Style, Styles } from '#contract/drafts.ts';
import type { PublishedSimulation } from '#contract/simulation.ts';

export type Published = Pick<PublishedSimulation, 'case_id' | 'number' | 'published_at' | 'before' | 'renderings'>;

/** An image of one pose, which can be shown on the left or the right. */
export interface Shot {
  id: string;
  url: string;
  /** The time when the photo was taken. A simulation has the time of its photo. */
  taken_at: string;
  kind: 'photo' | Style;
}

/**
 * Returns all images of a pose. The oldest set comes first. A set starts with its photo, followed by its simulations
 * from natural to glamour. A photo that is in two published sets is listed once.
 */
export function shotsOf(published: readonly Published[], pose: Pose): Shot[] {
  const sets = [...published].sort((a, b) => a.published_at.localeCompare(b.published_at));
  const shots = sets.flatMap(({ before, renderings }): Shot[] => {
    const photo = before.find((each) => each.pose === pose);
    if (!photo) return [];
    const made = Styles.flatMap((style) => renderings.filter((one) => one.pose === pose && one.style === style));
    return [
      { id: photo.id, url: photo.url, taken_at: photo.created_at, kind: 'photo' },
      ...made.map(({ id, url, style }): Shot => ({ id, url, taken_at: photo.created_at, kind: style })),
    ];
  });
  return shots.filter((shot, at) => shots.findIndex(({ id }) => id === shot.id) === at);
}

/**
 * Returns the oldest photo and the newest photo. Returns null if there is nothing to compare. If there is only one
 * photo, it returns the photo and one of its simulations.
 */
export function firstPair(shots: readonly Shot[]): readonly [Shot, Shot] | null {
  const photos = shots.filter(({ kind }) => kind === 'photo');
  const [oldest, newest] = [photos[0], photos.at(-1)];
  if (!oldest || !newest) return null;
  if (oldest !== newest) return [oldest, newest];
  const made = shots.find(({ kind }) => kind === 'harmonious') ?? shots.find(({ kind }) => kind !== 'photo');
  return made ? [oldest, made] : null;
}
