import type { IceServer, VideoSignal, VideoVisit } from '#contract/video.ts';
import { call } from '#web/lib/api.ts';
import { onLiveEvent } from '#web/lib/live-listeners.ts';
import { refusalOf } from '#web/lib/refusal.ts';

/**
 * The pauses between two requests for signals, in milliseconds. `soon_ms` applies while the two sides connect.
 * `later_ms` applies while they are connected, or while the other side is absent. Live events make most of these
 * requests unnecessary.
 */
const soon_ms = 1_500;
const later_ms = 10_000;

export interface SignallingEvents {
  onEntered(ice: readonly IceServer[]): void;
  /** Called with the current visit. `otherPage` is null if the other side is absent. */
  onVisit(visit: VideoVisit, otherPage: string | null): void;
  onSignal(signal: VideoSignal, from: string): void;
  /** Called if the same person has joined from another page. */
  onElsewhere(): void;
  /** Called if this page could not join, because the service refused or did not respond. */
  onFault(error: unknown): void;
}

export interface Signalling {
  send(signal: VideoSignal, to: string): void;
  /** Sets whether signals are requested more often. This is needed while the two sides connect. */
  hurry(isHurried: boolean): void;
  leave(ends: boolean): Promise<VideoVisit>;
  stop(): void;
}

/**
 * The time in milliseconds after which the call that leaves the visit fails. On a dead connection, the call would
 * otherwise wait for minutes.
 */
const leave_ms = 15_000;

/** Joins a visit from this page. The signals between the two pages are sent and received through the service. */
export function openSignalling(visitId: string, events: SignallingEvents): Signalling {
  const here = { visit_id: visitId, page: crypto.randomUUID() };
  let isStopped = false;
  let isHurried = true;
  let after = 0;
  let number = 0;
  let sending: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<void> | undefined;
  let isAskedAgain = false;

  function stop() {
    isStopped = true;
    clearTimeout(timer);
    for (const end of ends) end();
  }

  function failed(error: unknown) {
    if (isStopped || refusalOf(error)?.code !== 'VISIT_ELSEWHERE') return;
    stop();
    events.onElsewhere();
  }

  async function take() {
    const { visit, other_page, signals } = await call.video.takeVideoSignals({ ...here, after });
    if (isStopped) return;
    events.onVisit(visit, other_page);
    for (const { place, from, signal } of signals) {
      after = place;
      events.onSignal(signal, from);
    }
    // The next request confirms that this page has received these signals.
    if (signals.length > 0) isAskedAgain = true;
  }

  /** Requests the signals. Only one request runs at a time, so that no signal is handled twice. */
  function ask() {
    if (isStopped) return;
    if (asking) return void (isAskedAgain = true);
    clearTimeout(timer);
    isAskedAgain = false;
    asking = take()
      .catch(failed)
      .then(() => {
        asking = undefined;
        if (isStopped) return;
        if (isAskedAgain) ask();
        else timer = setTimeout(ask, isHurried ? soon_ms : later_ms);
      });
  }

  const heard = (id: string | undefined) => void (id === visitId && hasEntered && ask());
  let hasEntered = false;
  const ends = [onLiveEvent('visit.signalled', heard), onLiveEvent('visit.changed', heard)];

  call.video.enterVideoVisit(here).then(
    ({ visit, ice_servers, other_page }) => {
      if (isStopped) return;
      hasEntered = true;
      events.onEntered(ice_servers);
      events.onVisit(visit, other_page);
      ask();
    },
    (error: unknown) => {
      if (isStopped) return;
      stop();
      events.onFault(error);
    },
  );

  return {
    send(signal, to) {
      const told = { ...here, to, number: ++number, signal };
      // Signals are sent in the order in which they were created, because a candidate is useless before its offer has
      // arrived.
      sending = sending.then(() => (isStopped ? undefined : call.video.sendVideoSignal(told).catch(failed)));
    },
    hurry(next) {
      if (next && !isHurried && hasEntered) setTimeout(ask);
      isHurried = next;
    },
    leave(ends_visit) {
      stop();
      return call.video.leaveVideoVisit({ ...here, ends: ends_visit }, { signal: AbortSignal.timeout(leave_ms) });
    },
    stop,
  };
}
