/** Where in the workspace something is put right: the review closes, and the control has the focus. */
export interface Fix {
  tab: 'treatment' | 'plan';
  /** The treatment to open. */
  treatment?: string | undefined;
}
