import { createContext, useContext } from 'react';
import type { Place, Sessions } from './sessions.ts';

/** The state that the rows of the plan share. */
interface PlanEditing {
  readonly sessions: Sessions;
  /**
   * The number of visits that have taken place. They cannot be moved or removed, because each dose that was given
   * refers to its visit by the visit's position in the plan.
   */
  readonly had: number;
  /** The plan item whose fields are shown, or null if no item is open. */
  readonly open: Place | null;
  readonly setOpen: (place: Place | null) => void;
  /**
   * Stores changed sessions. `gesture` is the name of the field, because undo treats all typing in one field as one
   * step.
   */
  readonly change: (sessions: Sessions, gesture?: string) => void;
  /**
   * Sets which element gets the focus after the change is rendered. The names are candidates, the preferred one first.
   */
  readonly focusNext: (...names: string[]) => void;
  readonly isEditable: boolean;
}

export const PlanContext = createContext<PlanEditing | null>(null);

export function usePlanEditing(): PlanEditing {
  const editing = useContext(PlanContext);
  if (!editing) throw new Error('usePlanEditing outside of the plan');
  return editing;
}

export const nameOfItem = ({ session, item }: Place, part = 'head'): string => `item-${session}-${item}-${part}`;
export const nameOfSession = (session: number, part: string): string => `session-${session}-${part}`;
