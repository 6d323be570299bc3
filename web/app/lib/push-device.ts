import { call } from '#web/lib/api.ts';
import { currentWorker } from '#web/lib/service-worker.ts';

/**
 * The state of push notifications on this device. 'unsupported' means that the browser does not support them, or that
 * there is no service worker. 'denied' means that the person refused them in the browser.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/**
 * The storage key for the id of the person who turned notifications on in this browser. Another person who signs in
 * here has not agreed to them.
 */
const ownerKey = 'flaira.push';

const isSupported = (): boolean => 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;

async function subscription(): Promise<PushSubscription | null> {
  const worker = await currentWorker();
  return worker ? worker.pushManager.getSubscription() : null;
}

export async function readPushState(userId: string): Promise<PushState> {
  if (!isSupported() || !(await currentWorker())) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const isMine = localStorage.getItem(ownerKey) === userId;
  return isMine && Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off';
}

/**
 * Asks the browser for permission, and sends the push address to the service. Returns false if the person refused, or
 * if the browser cannot subscribe.
 */
export async function turnPushOn(userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const made = (await subscription()) ?? (await subscribe());
  if (!made) return false;
  await tell(made);
  localStorage.setItem(ownerKey, userId);
  return true;
}

export async function turnPushOff(): Promise<void> {
  const made = await subscription();
  localStorage.removeItem(ownerKey);
  if (!made) return;
  await made.unsubscribe();
  await call.notifications.unsubscribePush({ endpoint: made.endpoint });
}

/**
 * Ends the push subscription in the browser. Called after signing out, when the service has already deleted the
 * subscription.
 */
export const leavePush = async (): Promise<unknown> => (await subscription())?.unsubscribe();

/**
 * Subscribes again after sign-in, because signing out ends the subscription. The browser subscribes only if the same
 * person had turned notifications on.
 */
export async function resumePush(userId: string): Promise<void> {
  if (!isSupported() || localStorage.getItem(ownerKey) !== userId || Notification.permission !== 'granted') return;
  const made = (await subscription()) ?? (await subscribe());
  if (made) await tell(made);
}

async function subscribe(): Promise<PushSubscription | undefined> {
  const worker = await currentWorker();
  const { public_key: applicationServerKey } = await call.notifications.getPushKey();
  if (!worker || !applicationServerKey) return undefined;
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function tell(made: PushSubscription): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  await call.notifications.subscribePush({
    endpoint: endpoint ?? made.endpoint,
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  });
}
