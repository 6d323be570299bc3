import type { SuggestionOptions } from '@tiptap/suggestion';

export interface PersonFound {
  /** The person's handle, which appears in the text. */
  id: string;
  name: string;
  note?: string;
}

export interface MentionState {
  people: readonly PersonFound[];
  current: number;
  /** The position of the typed name in the window. */
  at: { left: number; bottom: number } | undefined;
}

const none: MentionState = { people: [], current: 0, at: undefined };

export interface MentionList {
  suggestion: Omit<SuggestionOptions<PersonFound>, 'editor'>;
  read(): MentionState;
  subscribe(listener: () => void): () => void;
  choose(index: number): void;
}

type Suggestion = MentionList['suggestion'];

const insert: Suggestion['command'] = ({ editor, range, props }) =>
  editor
    .chain()
    .focus()
    .insertContentAt(range, [
      { type: 'mention', attrs: { id: props.id } },
      { type: 'text', text: ' ' },
    ])
    .run();

/** The list of people that appears after an @. The editor changes it, and a component draws it. */
export function mentionList(find: (name: string) => Promise<PersonFound[]>): MentionList {
  let state = none;
  let choosing: ((person: PersonFound) => void) | undefined;
  const listeners = new Set<() => void>();
  const show = (next: MentionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const choose = (index: number) => {
    const person = state.people[index];
    if (person) choosing?.(person);
  };
  const move = (by: number) => {
    const count = state.people.length;
    if (count > 0) show({ ...state, current: (state.current + by + count) % count });
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => choose(state.current),
    Tab: () => choose(state.current),
    Escape: () => show(none),
  };

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    choose,
    suggestion: {
      char: '@',
      // If the list cannot be loaded, it is empty, and the typed text stays.
      items: ({ query }) => (query.length > 0 ? find(query).catch(() => []) : []),
      command: insert,
      render: () => ({
        onStart: (given) => update(given),
        onUpdate: (given) => update(given),
        onExit: () => show(none),
        onKeyDown({ event }) {
          const act = state.people.length > 0 ? keys[event.key] : undefined;
          act?.();
          return act !== undefined;
        },
      }),
    },
  };

  function update(given: {
    items: PersonFound[];
    command: (person: PersonFound) => void;
    clientRect?: (() => DOMRect | null) | null;
  }) {
    choosing = given.command;
    const box = given.clientRect?.();
    show({ people: given.items, current: 0, at: box ? { left: box.left, bottom: box.bottom } : undefined });
  }
}
