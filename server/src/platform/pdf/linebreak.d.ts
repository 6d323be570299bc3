/** Finds line breaks by the rules of Unicode (UAX 14). The package has no types of its own. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** Returns the next place where a line may end, or must end if `required`. Null after the last place. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
