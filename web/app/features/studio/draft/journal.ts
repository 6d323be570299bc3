import type { Injection, PoseMarks } from '#contract/markings.ts';
import type { DraftContent } from './draft.ts';
import type { History } from './history.ts';
import type { Recipe } from './recipes.ts';

/** The undo history of a draft. It is stored as text, so that it survives a reload of the page. */
export interface Journal {
  history: History<DraftContent>;
  /** The number of the stored version on which the newest step is based. */
  version: number;
}

/** The maximum number of stored undo steps, and also of stored redo steps. The history in memory may have more. */
const STEPS = 60;
const FORMAT = 2;

/**
 * A step, as the indexes of its parts. Steps have nearly all of their parts in common, so each part is stored only
 * once.
 */
type Step = readonly number[];
interface Packed {
  format: number;
  version: number;
  parts: unknown[];
  past: Step[];
  present: Step;
  future: Step[];
}

const split = ({ style, recipes, links, plan, markings, skin }: DraftContent): unknown[] => [
  style,
  recipes.natural,
  recipes.harmonious,
  recipes.glamour,
  links,
  plan,
  markings.poses.front,
  markings.poses.right,
  markings.poses.left,
  markings.injections,
  skin,
];

type Parts = [
  DraftContent['style'],
  Recipe,
  Recipe,
  Recipe,
  DraftContent['links'],
  DraftContent['plan'],
  PoseMarks,
  PoseMarks,
  PoseMarks,
  Injection[],
  DraftContent['skin'],
];

function join(parts: unknown[]): DraftContent {
  const [style, natural, harmonious, glamour, links, plan, front, right, left, injections, skin] = parts as Parts;
  return {
    style,
    recipes: { natural, harmonious, glamour },
    links,
    plan,
    markings: { poses: { front, right, left }, injections },
    skin,
  };
}

export function writeJournal({ history, version }: Journal): string {
  const known = new Map<string, number>();
  const parts: unknown[] = [];
  const numberOf = (part: unknown): number => {
    const text = JSON.stringify(part);
    const found = known.get(text);
    if (found !== undefined) return found;
    known.set(text, parts.length);
    return parts.push(part) - 1;
  };
  const step = (content: DraftContent): Step => split(content).map(numberOf);
  const packed: Packed = {
    format: FORMAT,
    version,
    present: step(history.present),
    past: history.past.slice(-STEPS).map(step),
    future: history.future.slice(0, STEPS).map(step),
    parts,
  };
  return JSON.stringify(packed);
}

/** Reads a stored journal. Returns null if the text is not a journal, or has another format. */
export function readJournal(text: string | null): Journal | null {
  if (text === null) return null;
  try {
    const { format, version, parts, past, present, future } = JSON.parse(text) as Packed;
    if (format !== FORMAT) return null;
    const open = (step: Step) => join(step.map((number) => parts[number]));
    return {
      version,
      history: { past: past.map(open), present: open(present), future: future.map(open), gesture: null },
    };
  } catch {
    return null;
  }
}

/**
 * Returns the history after a reload, or null if there is no journal. `isDirty` means that the service never received
 * the last change before the reload. If a colleague has saved a newer version, that version becomes the newest step.
 *
 * @param sameAs returns whether the service would store the same data for two contents
 */
export function resume(
  journal: Journal | null,
  server: { content: DraftContent; version: number },
  sameAs: (a: DraftContent, b: DraftContent) => boolean,
): { history: History<DraftContent>; isDirty: boolean } | null {
  if (!journal) return null;
  const { history, version } = journal;
  if (sameAs(history.present, server.content)) return { history, isDirty: false };
  const isOwn = version === server.version || history.past.slice(-5).some((step) => sameAs(step, server.content));
  if (isOwn) return { history, isDirty: true };
  const past = [...history.past, history.present];
  return { history: { past, present: server.content, future: [], gesture: null }, isDirty: false };
}
