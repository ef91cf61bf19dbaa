import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { expect } from '@playwright/test'
import type * as TestingLibrary from '@testing-library/dom'
import * as z from 'zod/mini'
import type { Handle, Key, Tab } from './tab.ts'

/** Identifies elements by what users perceive. */
export type Target = ({ role: string; name?: Text } | { label: Text } | { text: Text }) & {
  /** An element that contains it. */
  in?: Target
  /** A text that it contains. */
  has?: string
}
/** The whole text, or a pattern that occurs in it. */
type Text = string | RegExp

const retryOptions = { timeout: 20_000, intervals: [50, 100] }

/** The actions of a user on a page. Each waits until it is possible. */
export class Page {
  readonly #tab: Tab
  readonly #origin: string

  constructor(tab: Tab, origin: string) {
    this.#tab = tab
    this.#origin = origin
  }

  open = (path: string) => this.#tab.open(this.#origin + path)
  reload = () => this.#tab.reload()

  click = (target: Target) => this.#perform(target, (element) => element.click())
  type = (target: Target, text: string) => this.#perform(target, (element) => element.type(text))
  choose = (target: Target, option: string) =>
    this.#perform(target, (element) => element.choose(option))

  /** Presses a key on the focused element. */
  press = (key: Key) => this.#tab.press(key)

  /** Sets the file input to a JPEG, with a script in the page: WebKit's driver hangs when it sets the file. */
  chooseImage = (path: string) =>
    expect(async () => {
      await this.run(setFile, readFileSync(path, 'base64'), basename(path))
    }).toPass(retryOptions)

  /** Waits until exactly one element matches. */
  waitFor = (target: Target) => this.#perform(target, async () => undefined)

  /** Waits until no element matches. */
  waitUntilGone = (target: Target) =>
    expect(async () => {
      expect(await this.#find(target), toSource(target)).toEqual([])
    }).toPass(retryOptions)

  /** Signs in as a demo user in the dialog that is open. */
  async signIn(email: string) {
    const dialog: Target = { role: 'dialog', name: 'Sign in' }
    await this.click({ role: 'button', name: 'Use a password instead', in: dialog })
    await this.type({ role: 'textbox', name: 'Email', in: dialog }, email)
    await this.type({ label: /^Password/, in: dialog }, 'travel-together')
    await this.click({ role: 'button', name: 'Sign in', in: dialog })
    await this.waitUntilGone(dialog)
  }

  /** Waits until the URL is this path, with its query and fragment. */
  waitForPath = (path: string) =>
    expect
      .poll(async () => (await this.#tab.url()).slice(this.#origin.length), retryOptions)
      .toBe(path)

  /** Returns the visible texts of all matching elements. */
  async texts(target: Target): Promise<string[]> {
    const expression = `${toExpression(target)}?.map((element) => element.innerText.trim()) ?? null`
    const texts = z.nullable(z.array(z.string())).parse(await this.#tab.evaluate(expression))
    return texts ?? this.#retryWithLibrary(() => this.texts(target))
  }

  /** Runs a function in the page. Its arguments and result must be valid JSON. */
  run<Values extends unknown[]>(code: (...values: Values) => unknown, ...values: Values) {
    return this.#tab.evaluate(call(code, values))
  }

  /** Retries until the element exists, is not covered and is not being rendered again. */
  async #perform(target: Target, work: (element: Handle) => Promise<unknown>) {
    await expect(async () => {
      const found = await this.#find(target)
      expect(found, toSource(target)).toHaveLength(1)
      for (const element of found) await work(element)
    }).toPass(retryOptions)
  }

  async #find(target: Target): Promise<Handle[]> {
    const found = await this.#tab.elements(toExpression(target))
    return found ?? this.#retryWithLibrary(() => this.#find(target))
  }

  /** Loads Testing Library into the page, which every page load removes, then retries. */
  async #retryWithLibrary<T>(work: () => Promise<T>): Promise<T> {
    await this.#tab.evaluate(`(() => {${library}})()`)
    return work()
  }
}

const library = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)
declare const TestingLibraryDom: typeof TestingLibrary | undefined

/** Returns a value as source code. */
function toSource(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const parts = Object.entries(value).map(([name, part]) => `${name}: ${toSource(part)}`)
  return `{${parts.join()}}`
}

/** Returns a function call as source code. The function can only use its arguments. */
const call = <Values extends unknown[]>(code: (...values: Values) => unknown, values: Values) =>
  `(${String(code)})(${values.map(toSource).join()})`

const toExpression = (target: Target) => call(findInPage, [target])

/** Returns null if the library is not loaded. Runs in the page. */
function findInPage(wanted: Target): HTMLElement[] | null {
  if (typeof TestingLibraryDom === 'undefined') return null
  const { queryAllByLabelText, queryAllByRole, queryAllByText } = TestingLibraryDom
  const find = (target: Target): HTMLElement[] =>
    (target.in ? find(target.in) : [document.body])
      .flatMap((scope) => {
        if ('text' in target) return queryAllByText(scope, target.text)
        if ('label' in target) return queryAllByLabelText(scope, target.label)
        return queryAllByRole(scope, target.role, target.name ? { name: target.name } : {})
      })
      .filter((element) => element.textContent.includes(target.has ?? ''))
  return find(wanted)
}

/** Runs in the page. */
function setFile(base64: string, name: string) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input')
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
