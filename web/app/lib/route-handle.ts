/** The settings of a route for the whole document. A route exports them as `handle`. */
export interface RouteHandle {
  /**
   * True if the page is sent without React. It then has the script `features/shell/static-page.ts`, and some pages have
   * a further script.
   */
  static?: boolean;
  theme?: 'studio';
  /** True for a community page without navigation at its start edge, which is the left side in English. */
  isWide?: boolean;
  /**
   * True for a community page on which moderators work on texts by other people. On a phone, the page has no button for
   * a new post.
   */
  isDesk?: boolean;
}
