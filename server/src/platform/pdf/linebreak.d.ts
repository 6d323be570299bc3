/** Line breaking by the rules of Unicode (UAX 14). The package does not include types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** The next place where a line may end, or must; null after the last one. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
