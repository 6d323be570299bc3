import { fileURLToPath } from 'node:url';

/**
 * Returns the path of a still photo of the composite face that the fake camera also shows
 * (`engine/data/faces/README.md`).
 */
export const photoOf = (pose: string): string =>
  fileURLToPath(new URL(`../../engine/data/faces/A-${pose}.jpg`, import.meta.url));
