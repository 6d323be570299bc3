/** State outside React. Components read it with useSyncExternalStore. */
export interface Store<State> {
  readonly snapshot: () => State;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (changes: Partial<State>) => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(changes) {
      state = { ...state, ...changes };
      for (const listener of listeners) listener();
    },
  };
}
