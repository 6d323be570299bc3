import { useEffect } from 'react';
import type { Me } from '#contract/identity.ts';
import { api } from './api.ts';
import { tellListeners, type Kind } from './live-listeners.ts';
import { listenTogether } from './one-stream.ts';
import { renewLostPictures, renewPictureLinks } from './picture-links.ts';
import { queryClient } from './query.ts';
import { forgetSession, refreshSession } from './session.tsx';

const pause_ms = 1500;

/**
 * Returns the signed-in person. If nobody is signed in, the login page is shown and null is returned. Returns undefined
 * if the service did not respond.
 */
async function findWhoIsThere(): Promise<Me | null | undefined> {
  const user = await refreshSession().catch(() => undefined);
  if (user === null) forgetSession();
  return user;
}

/**
 * Handles the end of one of this person's sign-in sessions, which may be in another browser. After a change of the
 * password, the browser gets the cookie of the new session slightly later than this event. If the person is still
 * signed in, new links to their photos are loaded, because the old links expired with the session. The push
 * subscription of this browser ended with the session, too, so it is linked to the new session.
 */
export async function askWhoIsThere() {
  await new Promise((resolve) => setTimeout(resolve, pause_ms));
  const user = await findWhoIsThere();
  if (!user) return;
  void import('./push-device.ts').then(({ resumePush }) => resumePush(user.id)).catch(() => {});
  await renewPictureLinks();
}

function caseChanged() {
  for (const queryKey of [
    api.simulation.key(),
    api.caseFlow.key(),
    api.care.key(),
    api.progress.key(),
    api.clinicalPhotos.getMyClinicalSets.key(),
  ])
    void queryClient.invalidateQueries({ queryKey });
}

function membershipChanged() {
  for (const queryKey of [api.billing.key(), api.appointments.getMyBenefits.key()])
    void queryClient.invalidateQueries({ queryKey });
  void refreshSession().catch(() => undefined);
}

/**
 * The longest random pause before a reload, in milliseconds. After a restart of the service, all pages get the event
 * 'events.missed' at the same time. The random pauses spread their reloads.
 */
const restart_ms = 5_000;

let reloadTimer: ReturnType<typeof setTimeout> | undefined;

/** Reloads the shown data once after a pause. Further events within the pause start no second reload. */
function reloadSoon() {
  reloadTimer ??= setTimeout(() => {
    reloadTimer = undefined;
    void queryClient.invalidateQueries({ refetchType: 'active' });
  }, Math.random() * restart_ms);
}

/** Does nothing, because the screens that show the changed data listen to the event themselves. */
const leftToScreens = () => undefined;

/**
 * The reaction to each kind of event. Most reactions mark the affected queries as outdated. The page then loads the
 * queries again with the reader's own access rights.
 */
const answers: Record<Kind, () => unknown> = {
  'case.changed': caseChanged,
  'events.missed': reloadSoon,
  'likes.changed': leftToScreens,
  'queue.changed': () => queryClient.invalidateQueries({ queryKey: api.simulation.key() }),
  'reopening.changed': () =>
    Promise.all(
      [api.caseFlow.listReopenings.key(), api.simulation.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    ),
  'photos.changed': () =>
    Promise.all([api.intake.key(), api.progress.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  'friends.changed': () => queryClient.invalidateQueries({ queryKey: api.progress.key() }),
  'score.changed': () => queryClient.invalidateQueries({ queryKey: api.progress.key() }),
  'history.changed': () => queryClient.invalidateQueries({ queryKey: api.care.key() }),
  'urgent.changed': () => queryClient.invalidateQueries({ queryKey: api.care.key() }),
  'messages.changed': () => queryClient.invalidateQueries({ queryKey: api.care.key() }),
  'appointment.changed': () =>
    Promise.all(
      [
        api.agenda.key(),
        api.appointments.key(),
        api.appointmentsAdmin.key(),
        api.reviews.key(),
        api.waitingList.key(),
      ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    ),
  'visit.changed': () => queryClient.invalidateQueries({ queryKey: api.video.key() }),
  'visit.signalled': leftToScreens,
  'membership.changed': membershipChanged,
  'inbox.changed': () => queryClient.invalidateQueries({ queryKey: api.appointmentsAdmin.adminInboxList.key() }),
  'session.ended': askWhoIsThere,
  'comments.changed': leftToScreens,
  'feed.changed': leftToScreens,
  'moderation.changed': leftToScreens,
  'notifications.changed': () => queryClient.invalidateQueries({ queryKey: api.notifications.key() }),
};

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(answers, kind);

function apply(said: string) {
  const { kind, id } = JSON.parse(said) as { kind?: unknown; id?: string };
  // A newer service may send kinds of events that this page does not know.
  if (!isKind(kind)) return;
  answers[kind]();
  tellListeners(kind, id);
}

/** Updates the screens of a signed-in person with live events. */
export function useLiveEvents(isSignedIn: boolean) {
  useEffect(
    () => (isSignedIn ? listenTogether('/api/events', apply, () => void findWhoIsThere()) : undefined),
    [isSignedIn],
  );
  useEffect(() => (isSignedIn ? renewLostPictures() : undefined), [isSignedIn]);
}
