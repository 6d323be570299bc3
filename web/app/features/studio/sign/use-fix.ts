/**
 * The control in the workspace that resolves a line of the review. When the doctor chooses it, the review closes and
 * the control gets the focus.
 */
export interface Fix {
  tab: 'treatment' | 'plan';
  /** The treatment to open. */
  treatment?: string | undefined;
  /** The treatment whose injection points are shown. */
  points?: string | undefined;
}
