import { fileURLToPath } from 'node:url';

/** A still of the composite face that the fake camera also shows; see engine/data/faces/README.md. */
export const photoOf = (pose: string): string =>
  fileURLToPath(new URL(`../../engine/data/faces/A-${pose}.jpg`, import.meta.url));
