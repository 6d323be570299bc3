import { createContext, type ReactNode } from 'react';
import type { RedFlag } from '#contract/community/red-flags.ts';

export interface Urgent {
  sign: RedFlag;
  onPost: () => void;
  onClose: () => void;
}

/** Draws the dialog that says whom to call. It belongs to the care of patients, so the route brings it. */
export const UrgentHelp = createContext<((urgent: Urgent) => ReactNode) | undefined>(undefined);
