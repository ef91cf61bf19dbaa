/** A tab in a new session. Implemented for Firefox and WebKit. */
export interface Tab {
  open: (url: string) => Promise<unknown>
  reload: () => Promise<unknown>
  url: () => Promise<string>
  /** Returns the value of an expression in the page. It must be valid JSON. */
  evaluate: (expression: string) => Promise<unknown>
  /** Returns the elements of an expression in the page that is an array of elements or null. */
  elements: (expression: string) => Promise<Handle[] | null>
  /** Presses a key on the focused element. */
  press: (key: Key) => Promise<unknown>
  screenshot: () => Promise<Buffer>
  close: () => Promise<unknown>
}

export interface Handle {
  click: () => Promise<unknown>
  /** Replaces the value of a field. */
  type: (text: string) => Promise<unknown>
  /** Selects an option by its text. */
  choose: (option: string) => Promise<unknown>
}

export type Key = 'a' | 'r' | 'u' | '5' | 'Enter'

export interface Size {
  width: number
  height: number
}
