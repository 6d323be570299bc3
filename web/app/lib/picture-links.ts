import { api } from './api.ts';
import { queryClient } from './query.ts';

const first_pause_ms = 10_000;
/** The longest time for which a link to an image is valid, in milliseconds. */
const life_ms = 3_600_000;
/**
 * The pause before the next renewal, in milliseconds. It doubles each time, so that a deleted image is not requested
 * for ever.
 */
let pause_ms = first_pause_ms;
let renewed_at = Number.NEGATIVE_INFINITY;

/** The keys of the queries with links to photos, simulations and other images of the photo store. */
const linked = () => [
  api.intake.key(),
  api.simulation.key(),
  api.caseFlow.key(),
  api.progress.key(),
  api.account.key(),
  api.clinicalPhotos.key(),
  api.imports.getMyImported.key(),
  api.care.listImportedPhotos.key(),
  api.treatmentRecords.key(),
];

/**
 * Loads new links, because the links on this page are no longer valid. Only queries that the page shows are loaded,
 * because some loads by doctors are recorded in the patient's log.
 */
export const renewPictureLinks = () =>
  Promise.all(linked().map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** Renews the links if one of our images did not load, because its link has expired or the access to it has ended. */
function renewForLost({ target, timeStamp }: Event) {
  const isLost =
    target instanceof HTMLImageElement && new URL(target.src, location.href).pathname.startsWith('/photos/');
  if (!isLost || timeStamp - renewed_at < pause_ms) return;
  pause_ms = timeStamp - renewed_at < life_ms ? Math.min(pause_ms * 2, life_ms) : first_pause_ms;
  renewed_at = timeStamp;
  void renewPictureLinks();
}

/**
 * Starts to watch for images that do not load, and returns a function that stops it. Error events of elements do not
 * bubble, so they are caught in the capture phase.
 */
export function renewLostPictures(): () => void {
  document.addEventListener('error', renewForLost, true);
  return () => document.removeEventListener('error', renewForLost, true);
}
