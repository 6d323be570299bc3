/** Code that runs in the page. It can use only its arguments, no variables outside of it. */
export type InPage<Result> = (...args: never[]) => Result;

/** The functions of a browser that the stories need. Both protocols offer them. */
export interface Browser {
  readonly name: 'firefox' | 'webkit';
  open(address: string): Promise<void>;
  /** Returns the function's result in the page, which must be plain data. */
  ask<Result>(inPage: InPage<Result>, ...args: readonly unknown[]): Promise<Result>;
  click(selector: string): Promise<void>;
  write(selector: string, text: string): Promise<void>;
  attach(selector: string, file: string): Promise<void>;
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}
