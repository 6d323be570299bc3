/** Settings of a route for its whole document, as `export const handle`. */
export interface RouteHandle {
  /** The page is sent without React. Its script is `features/shell/static-page.ts`. */
  static?: boolean;
  theme?: 'studio';
  /** A community page without the list of communities at its start edge. */
  isWide?: boolean;
  /** A community page with other people's texts. */
  isDesk?: boolean;
}
