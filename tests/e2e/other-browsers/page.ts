import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { expect } from '@playwright/test'
import type * as TestingLibrary from '@testing-library/dom'
import * as z from 'zod/mini'
import type { Handle, Key, Tab } from './tab.ts'

/** Something on the page as a person would name it: nothing is found that they cannot perceive. */
export type Target = ({ role: string; name?: Text } | { label: Text } | { text: Text }) & {
  /** What it is in. */
  in?: Target
  /** A text that is in it. */
  has?: string
}
/** The whole text, or a pattern in it. */
type Text = string | RegExp

const patience = { timeout: 20_000, intervals: [50, 100] }

/** What a person does on a page. Each step waits until it can be done. */
export class Page {
  readonly #tab: Tab
  readonly #origin: string

  constructor(tab: Tab, origin: string) {
    this.#tab = tab
    this.#origin = origin
  }

  open = (path: string) => this.#tab.open(this.#origin + path)
  reload = () => this.#tab.reload()
  screenshot = () => this.#tab.screenshot()

  click = (target: Target) => this.#attempt(target, (element) => element.click())
  type = (target: Target, text: string) => this.#attempt(target, (element) => element.type(text))
  choose = (target: Target, option: string) =>
    this.#attempt(target, (element) => element.choose(option))

  /** Presses a key wherever the focus is. */
  press = (key: Key) => this.#tab.press(key)

  /** Chooses a JPEG where a file is asked for: from within the page, because WebKit's driver hangs there. */
  chooseImage = (path: string) => this.run(putFile, readFileSync(path, 'base64'), basename(path))

  /** Waits until exactly one of it is there. */
  sees = (target: Target) => this.#attempt(target, async () => undefined)

  /** Waits until none of it is there. */
  misses = (target: Target) =>
    expect(async () => {
      expect(await this.#find(target), nameOf(target)).toEqual([])
    }).toPass(patience)

  /** Waits until it is at this path, with the query and fragment that belong to it. */
  isAt = (path: string) =>
    expect.poll(async () => (await this.#tab.url()).slice(this.#origin.length), patience).toBe(path)

  /** @returns the texts of all that there are, as they are seen */
  async texts(target: Target): Promise<string[]> {
    const inPage = `${search(target)}?.map((element) => element.innerText.trim()) ?? null`
    const texts = z.nullable(z.array(z.string())).parse(await this.#tab.evaluate(inPage))
    return texts ?? this.#withLibrary(() => this.texts(target))
  }

  /** Runs a function in the page; what it takes and returns has to fit into JSON. */
  run<Values extends unknown[]>(code: (...values: Values) => unknown, ...values: Values) {
    return this.#tab.evaluate(call(code, values))
  }

  /** Again and again until it works: what is not there yet, or covered, or just drawn anew, soon is. */
  async #attempt(target: Target, work: (element: Handle) => Promise<unknown>) {
    await expect(async () => {
      const found = await this.#find(target)
      expect(found, nameOf(target)).toHaveLength(1)
      for (const element of found) await work(element)
    }).toPass(patience)
  }

  async #find(target: Target): Promise<Handle[]> {
    const found = await this.#tab.elements(search(target))
    return found ?? this.#withLibrary(() => this.#find(target))
  }

  /** Each page that is loaded needs it anew. */
  async #withLibrary<T>(work: () => Promise<T>): Promise<T> {
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

/** A function call as source: the page knows nothing but what it is given. */
const call = <Values extends unknown[]>(code: (...values: Values) => unknown, values: Values) =>
  `(${String(code)})(${values.map((value) => JSON.stringify(value)).join()})`

const nameOf = (target: Target) =>
  JSON.stringify(target, (_key, value: unknown) =>
    value instanceof RegExp ? String(value) : value,
  )

interface Query {
  kind: 'role' | 'label' | 'text'
  role: string
  text: { exactly: string } | { pattern: string; flags: string } | null
  in: Query | null
  has: string
}

const search = (target: Target) => call(findInPage, [toQuery(target)])

function toQuery(target: Target): Query {
  const [kind, role, text] =
    'role' in target
      ? (['role', target.role, target.name] as const)
      : 'label' in target
        ? (['label', '', target.label] as const)
        : (['text', '', target.text] as const)
  return {
    kind,
    role,
    text:
      text instanceof RegExp
        ? { pattern: text.source, flags: text.flags }
        : text === undefined
          ? null
          : { exactly: text },
    in: target.in ? toQuery(target.in) : null,
    has: target.has ?? '',
  }
}

/** Runs in the page. @returns null as long as the library is not there */
function findInPage(query: Query): HTMLElement[] | null {
  if (typeof TestingLibraryDom === 'undefined') return null
  const { queryAllByLabelText, queryAllByRole, queryAllByText } = TestingLibraryDom
  const find = ({ kind, role, text, in: outer, has }: Query): HTMLElement[] => {
    const wanted =
      text && 'pattern' in text ? new RegExp(text.pattern, text.flags) : (text?.exactly ?? /^/)
    return (outer ? find(outer) : [document.body])
      .flatMap((scope) => {
        if (kind === 'text') return queryAllByText(scope, wanted)
        if (kind === 'label') return queryAllByLabelText(scope, wanted)
        return queryAllByRole(scope, role, text ? { name: wanted } : {})
      })
      .filter((element) => element.textContent.includes(has))
  }
  return find(query)
}

/** Runs in the page. */
function putFile(base64: string, name: string) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const chosen = new DataTransfer()
  chosen.items.add(new File([bytes], name, { type: 'image/jpeg' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No file is asked for')
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
