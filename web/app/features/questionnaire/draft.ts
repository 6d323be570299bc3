import { storageKey } from './forget-draft.ts';
import { type Option, options, type Question, stepCount } from './options.ts';

/** The person's answers. An empty text means that a question is not answered yet. */
export interface DraftAnswers {
  treatments_history: Option<'treatments_history'>[];
  knowledge_level: Option<'knowledge_level'> | '';
  main_goals: Option<'main_goals'>[];
  facial_areas: Option<'facial_areas'>[];
  facial_areas_other: string;
  avoid_treatments: Option<'avoid_treatments'>[];
  avoid_other: string;
  result_type: Option<'result_type'> | '';
}

/**
 * The person's contact details. The password is not a part of the draft. It leaves the page only when the person signs
 * up.
 */
export interface DraftContact {
  last_name: string;
  first_name: string;
  email: string;
  /** The code of the country whose dial code is used. `number` contains the typed digits after the dial code. */
  country: string;
  number: string;
  /** The birth date as YYYY-MM-DD. */
  birth_date: string;
}

export interface Draft {
  step: number;
  answers: DraftAnswers;
  contact: DraftContact;
}

export const emptyDraft: Draft = {
  step: 1,
  answers: {
    treatments_history: [],
    knowledge_level: '',
    main_goals: [],
    facial_areas: [],
    facial_areas_other: '',
    avoid_treatments: [],
    avoid_other: '',
    result_type: '',
  },
  contact: { last_name: '', first_name: '', email: '', country: 'FR', number: '', birth_date: '' },
};

/**
 * Converts a stored text into a draft. The text may be old, cut off or edited by hand, so only valid values are used.
 */
export function draftFrom(text: string | null): Draft {
  const stored = recordOf(parsed(text));
  const answers = recordOf(stored.answers);
  const contact = recordOf(stored.contact);
  const step = Number(stored.step);
  return {
    step: Number.isInteger(step) && step >= 1 && step <= stepCount ? step : 1,
    answers: {
      treatments_history: someOf('treatments_history', answers.treatments_history),
      knowledge_level: oneOf('knowledge_level', answers.knowledge_level),
      main_goals: someOf('main_goals', answers.main_goals),
      facial_areas: someOf('facial_areas', answers.facial_areas),
      facial_areas_other: textOf(answers.facial_areas_other),
      avoid_treatments: someOf('avoid_treatments', answers.avoid_treatments),
      avoid_other: textOf(answers.avoid_other),
      result_type: oneOf('result_type', answers.result_type),
    },
    contact: {
      last_name: textOf(contact.last_name),
      first_name: textOf(contact.first_name),
      email: textOf(contact.email),
      country: /^[A-Z]{2}$/.test(textOf(contact.country)) ? textOf(contact.country) : emptyDraft.contact.country,
      number: textOf(contact.number),
      birth_date: textOf(contact.birth_date),
    },
  };
}

function parsed(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function someOf<Q extends Question>(question: Q, value: unknown): Option<Q>[] {
  const known: readonly string[] = options[question];
  const list = Array.isArray(value) ? value : [];
  return [...new Set(list)].filter((option) => known.includes(option)) as Option<Q>[];
}

function oneOf<Q extends Question>(question: Q, value: unknown): Option<Q> | '' {
  const known: readonly unknown[] = options[question];
  return known.includes(value) ? (value as Option<Q>) : '';
}

export function loadDraft(): Draft {
  try {
    return draftFrom(localStorage.getItem(storageKey));
  } catch {
    return emptyDraft;
  }
}

/** Stores the draft. Returns false if the browser refuses to store it, for example in a private window. */
export function saveDraft(draft: Draft): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
