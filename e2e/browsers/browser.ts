/** A function that runs in the page. It can use only its arguments, and no variables from outside. */
export type InPage<Result> = (...args: never[]) => Result;

/**
 * The functions that the tests need from a browser. WebDriver BiDi (Firefox) and WebDriver (WebKit) both offer them.
 */
export interface Browser {
  readonly name: 'firefox' | 'webkit';
  open(address: string): Promise<void>;
  /** Runs a function in the page and returns its result, which must be plain data. */
  ask<Result>(inPage: InPage<Result>, ...args: readonly unknown[]): Promise<Result>;
  click(selector: string): Promise<void>;
  write(selector: string, text: string): Promise<void>;
  attach(selector: string, file: string): Promise<void>;
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}
