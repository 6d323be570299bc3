import { createContext, type ReactNode } from 'react';
import type { RedFlag } from '#contract/community/red-flags.ts';

export interface Urgent {
  sign: RedFlag;
  onPost: () => void;
  onClose: () => void;
}

/** Draws the dialog with the emergency numbers. The dialog belongs to the care domain, so the route provides it. */
export const UrgentHelp = createContext<((urgent: Urgent) => ReactNode) | undefined>(undefined);
