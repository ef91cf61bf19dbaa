import { applyTheme, readTheme } from './frame/theme.ts'

/*
 * Runs in the head of every page, before anything is painted. scripts/build/before-app.ts inlines it
 * into index.html, and the Content-Security-Policy allows it by its hash.
 */

applyTheme(readTheme())

// The build renders /communities without a query: src/index.css hides that list if the URL has one.
if (location.search) document.documentElement.dataset['query'] = ''

startAfterFirstPaint()
replayEarlyInput()
offerReload()

/** Inserts the app's scripts from the template in a prerendered page, once the page is painted. */
function startAfterFirstPaint() {
  const start = () => {
    const scripts = document.querySelector<HTMLTemplateElement>('template#app-scripts')
    scripts?.replaceWith(scripts.content)
  }
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start()
  }).observe({ type: 'paint', buffered: true })
  // Browsers do not paint background tabs.
  addEventListener('DOMContentLoaded', () => setTimeout(start, document.hidden ? 0 : 3000))
}

/**
 * Repeats what the visitor typed and the last button they clicked once the app is ready. Until then
 * React would miss the input, and the browser itself would submit the form. Links work without the app.
 */
function replayEarlyInput() {
  const values = new Map<HTMLInputElement, string>()
  let clicked: HTMLButtonElement | null = null

  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) values.set(target, target.value)
  }
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const button = event.target.closest<HTMLButtonElement>('#root button')
    if (!button) return
    event.preventDefault()
    clicked = button
  }
  const onReady = () => {
    removeEventListener('input', onInput, true)
    removeEventListener('click', onClick, true)
    for (const [field, value] of values) retype(field, value)
    // A timeout, because React first has to render the input.
    setTimeout(() => clicked?.click())
  }
  addEventListener('input', onInput, true)
  addEventListener('click', onClick, true)
  addEventListener('app-ready', onReady, { once: true })
}

/**
 * Enters a value so that React notices it. React ignores an input event unless the value differs from the
 * one last set through its own setter.
 */
function retype(field: HTMLInputElement, value: string) {
  field.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Shows the notice in index.html if a script of the app does not load. */
function offerReload() {
  const onError = ({ target }: Event) => {
    const notice = document.getElementById('load-error')
    if (!(target instanceof HTMLScriptElement) || !notice) return
    const reload = () => location.reload()
    notice.hidden = false
    notice.querySelector('button')?.addEventListener('click', reload)
    addEventListener('online', reload)
  }
  addEventListener('error', onError, true)
}
