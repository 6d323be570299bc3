/** Code that runs in the page: it sees only its arguments, no variables around it. */
export type InPage<Result> = (...args: never[]) => Result;

/** The part of a browser that the stories need, as both protocols name it. */
export interface Browser {
  readonly name: 'firefox' | 'webkit';
  open(address: string): Promise<void>;
  /** The function's result in the page; plain data only. */
  ask<Result>(inPage: InPage<Result>, ...args: readonly unknown[]): Promise<Result>;
  click(selector: string): Promise<void>;
  write(selector: string, text: string): Promise<void>;
  attach(selector: string, file: string): Promise<void>;
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}
