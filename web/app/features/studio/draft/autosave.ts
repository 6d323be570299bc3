/**
 * The status of saving a draft. The functions in this file decide when a draft is saved and which status is shown. They
 * use no clock and no network. `draft-saver.ts` provides both.
 */
export type SaveStatus =
  | { kind: 'saved'; at: string | null }
  /** The draft has changed. The pause after the last change has not ended yet. */
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** The service could not be reached. The next attempt starts automatically. */
  | { kind: 'offline' }
  /** Another person saved a newer version. Nothing is sent until the doctor has loaded that version. */
  | { kind: 'outdated' }
  | { kind: 'taken'; by: string }
  | { kind: 'closed' }
  /**
   * The session has ended. A page reload leads to the sign-in. If the same doctor signs in, the unsaved changes, which
   * are stored in the tab, are restored.
   */
  | { kind: 'signedOut' }
  /**
   * The clinical dataset changed while the page was open. A page reload loads the new dataset. It also restores the
   * unsaved changes, which are stored in the tab.
   */
  | { kind: 'dataset' };

export interface SaveState {
  status: SaveStatus;
  /** The number of the stored version on which the content is based. */
  version: number;
  /** The number of changes. If it differs from `sent`, some changes were not sent yet. */
  changes: number;
  /** The value of `changes` when the running request was sent. */
  sent: number;
  /** The number of consecutive requests that failed. */
  failures: number;
  /** The time in milliseconds of the first change that was not sent yet, or null if all changes were sent. */
  since: number | null;
}

export type SaveEvent =
  | { kind: 'changed'; now: number }
  | { kind: 'sent' }
  /** The content of the last request was sent again, without the changes since that request. */
  | { kind: 'sentAgain' }
  | { kind: 'stored'; version: number; at: string }
  | { kind: 'unreachable' }
  | { kind: 'outdated' }
  | { kind: 'taken'; by: string }
  | { kind: 'closed' }
  | { kind: 'signedOut' }
  | { kind: 'dataset' }
  /** The newer version was loaded. `isDirty` is true if the loaded content includes unsaved changes of the doctor. */
  | { kind: 'reloaded'; version: number; at: string | null; isDirty: boolean };

export const startSaving = (version: number, at: string | null): SaveState => ({
  status: { kind: 'saved', at },
  version,
  changes: 0,
  sent: 0,
  failures: 0,
  since: null,
});

/**
 * Whether the service would refuse the draft, for example because a colleague has saved a newer version. Nothing is
 * sent until the doctor loads the newer version or reloads the page.
 */
export const isBlocked = ({ status }: SaveState): boolean =>
  ['outdated', 'taken', 'closed', 'signedOut', 'dataset'].includes(status.kind);

export const isUnsaved = (state: SaveState): boolean => state.status.kind !== 'saved';

export function afterEvent(state: SaveState, event: SaveEvent): SaveState {
  switch (event.kind) {
    case 'changed': {
      const changes = state.changes + 1;
      const keeps = isBlocked(state) || state.status.kind === 'saving' || state.status.kind === 'offline';
      return { ...state, changes, since: state.since ?? event.now, status: keeps ? state.status : { kind: 'waiting' } };
    }
    case 'sent':
      return { ...state, sent: state.changes, since: null, status: { kind: 'saving' } };
    case 'sentAgain':
      return { ...state, status: { kind: 'saving' } };
    case 'stored': {
      const isCurrent = state.sent === state.changes;
      return {
        ...state,
        version: event.version,
        failures: 0,
        status: isCurrent ? { kind: 'saved', at: event.at } : { kind: 'waiting' },
      };
    }
    case 'unreachable':
      return { ...state, failures: state.failures + 1, status: { kind: 'offline' } };
    case 'outdated':
      return { ...state, status: { kind: 'outdated' } };
    case 'taken':
      return { ...state, status: { kind: 'taken', by: event.by } };
    case 'closed':
    case 'signedOut':
    case 'dataset':
      return { ...state, status: { kind: event.kind } };
    case 'reloaded':
      return {
        version: event.version,
        changes: state.changes,
        sent: state.changes,
        failures: 0,
        since: null,
        status: event.isDirty ? { kind: 'waiting' } : { kind: 'saved', at: event.at },
      };
  }
}

const PAUSE_MS = 600;
/**
 * The maximum time in milliseconds from a change to its save, while the doctor types or drags without a pause. If the
 * service is reachable, a crash therefore loses at most the changes of this period, and those of a request that is
 * under way.
 */
const LONGEST_WAIT_MS = 900;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** Returns the milliseconds until the next request, or null if none is needed. */
export function nextSaveIn({ status, failures, since }: SaveState, now: number): number | null {
  if (status.kind === 'waiting') return Math.max(0, Math.min(PAUSE_MS, (since ?? now) + LONGEST_WAIT_MS - now));
  if (status.kind === 'offline') return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  return null;
}
