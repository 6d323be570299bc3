/** Settings of a route for its whole document, as `export const handle`. */
export interface RouteHandle {
  /** The page is sent without React; its script is `features/shell/static-page.ts`. */
  static?: boolean;
  theme?: 'studio';
  /** A community page that has no places at its start edge. */
  isWide?: boolean;
  /** A community page about what others wrote. */
  isDesk?: boolean;
}
