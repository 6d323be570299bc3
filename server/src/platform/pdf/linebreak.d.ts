/** Line breaking by the rules of Unicode (UAX 14). The package does not include types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** Returns the next place where a line may or must end. Null after the last place. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
