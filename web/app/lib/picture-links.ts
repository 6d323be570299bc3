import { api } from './api.ts';
import { queryClient } from './query.ts';

const first_pause_ms = 10_000;
/** A link lives no longer. */
const life_ms = 3_600_000;
/** Doubled each time: a picture that is gone for good is not asked for without end. */
let pause_ms = first_pause_ms;
let renewed_at = Number.NEGATIVE_INFINITY;

/** The links to pictures that this browser holds have ended: asks for new ones, whichever screen shows them. */
export const renewPictureLinks = () =>
  Promise.all(
    [api.intake.key(), api.simulation.key(), api.caseFlow.key(), api.progress.key(), api.account.key()].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );

/** A picture of ours did not load: its link has ended, by its hour or because an access did. */
function renewForLost({ target, timeStamp }: Event) {
  const isLost =
    target instanceof HTMLImageElement && new URL(target.src, location.href).pathname.startsWith('/photos/');
  if (!isLost || timeStamp - renewed_at < pause_ms) return;
  pause_ms = timeStamp - renewed_at < life_ms ? Math.min(pause_ms * 2, life_ms) : first_pause_ms;
  renewed_at = timeStamp;
  void renewPictureLinks();
}

/** Answers how to stop. An error of an element does not bubble: it is caught on its way down. */
export function renewLostPictures(): () => void {
  document.addEventListener('error', renewForLost, true);
  return () => document.removeEventListener('error', renewForLost, true);
}
