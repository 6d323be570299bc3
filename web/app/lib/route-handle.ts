/** The settings of a route for the whole document. A route exports them as `handle`. */
export interface RouteHandle {
  /** The page is sent without React. Its only script is `features/shell/static-page.ts`. */
  static?: boolean;
  theme?: 'studio';
  /** A community page that has no navigation at its start edge. */
  isWide?: boolean;
  /** A community page about other people's texts. */
  isDesk?: boolean;
}
