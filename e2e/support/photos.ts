import { fileURLToPath } from 'node:url';

/** A still of the composite face that the fake camera shows too; see engine/test/faces/README.md. */
export const photoOf = (pose: string): string =>
  fileURLToPath(new URL(`../../engine/test/faces/A-${pose}.jpg`, import.meta.url));
