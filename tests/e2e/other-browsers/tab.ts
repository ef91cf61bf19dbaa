/** A tab of a browser of its own, with nothing stored: what Firefox and WebKit are both asked for. */
export interface Tab {
  open: (url: string) => Promise<unknown>
  reload: () => Promise<unknown>
  /** @returns the address it is at */
  url: () => Promise<string>
  /** @returns what an expression is in the page; it has to fit into JSON */
  evaluate: (expression: string) => Promise<unknown>
  /** @returns the elements in the array that an expression is in the page, or null if it is null */
  elements: (expression: string) => Promise<Handle[] | null>
  /** Presses a key wherever the focus is. */
  press: (key: Key) => Promise<unknown>
  screenshot: () => Promise<Buffer>
  close: () => Promise<unknown>
}

export interface Handle {
  click: () => Promise<unknown>
  /** Types in place of what is in a field. */
  type: (text: string) => Promise<unknown>
  /** Chooses an option of a list. */
  choose: (option: string) => Promise<unknown>
}

export type Key = 'a' | 'r' | 'u' | '5' | 'Enter'

export interface Size {
  width: number
  height: number
}
