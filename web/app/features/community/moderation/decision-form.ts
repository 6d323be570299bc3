import { CommunityLimits, type ModerationAction, type Person, type ReportReason } from '#contract/community/terms.ts';
import { actionsFor, isAboutPerson, needsStatement, type SubjectKind } from './actions.ts';

/** The text, person or community that a decision is about. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly title: string;
  readonly author: Person | null;
  readonly state: string;
  /** The version of the text that the moderator reads. Null for people and communities. */
  readonly version: number | null;
  /** The text as HTML. Empty for people and communities. */
  readonly body: string;
}

/**
 * Returns the text that the page shows now, if the service refused the decision because the text has changed. Returns
 * null until the page has loaded the new text.
 */
export const newerText = (read: Subject, shown: Subject, refusal: string | undefined): Subject | null =>
  refusal === 'TEXT_CHANGED' && shown.version !== read.version ? shown : null;

/** Returns the chosen action if it is possible for the subject, or else the first possible action. */
export function possibleAction(action: ModerationAction, subject: Subject): ModerationAction {
  const possible = actionsFor(subject);
  return possible.includes(action) ? action : (possible[0] ?? action);
}

/** The fields of the form. */
export interface DecisionForm {
  readonly action: ModerationAction;
  readonly reason: ReportReason | '';
  readonly statement: string;
  readonly days: string;
}

/** Returns every visible field with an invalid value. */
export function faultsOf({ action, statement, days }: DecisionForm): ('statement' | 'days')[] {
  const isStated = !needsStatement(action) || statement.trim().length >= CommunityLimits.statement_min;
  const count = Number(days);
  const areDaysRight = action !== 'suspend' || (Number.isInteger(count) && count >= 1 && count <= 365);
  return [...(isStated ? [] : (['statement'] as const)), ...(areDaysRight ? [] : (['days'] as const))];
}

/**
 * Converts a valid form into the input of the API procedure. The subject of a decision about a person, such as a ban,
 * is the person who wrote the text or owns the community.
 */
export function inputOf({ kind, id, author, version }: Subject, { action, reason, statement, days }: DecisionForm) {
  const person = isAboutPerson(action) && kind !== 'person' ? author : null;
  return {
    subject_kind: person ? ('person' as const) : kind,
    subject_id: person?.id ?? id,
    version: version ?? undefined,
    action,
    reason: reason || undefined,
    statement: needsStatement(action) ? statement.trim() : undefined,
    days: action === 'suspend' ? Number(days) : undefined,
  };
}
