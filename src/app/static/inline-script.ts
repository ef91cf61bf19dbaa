import { sendEarlyRequests } from './early-requests.ts'
import { applyTheme, readTheme } from '../frame/theme.ts'
import { isPrerendered } from '../../lib/prerendered.ts'
import { reloadPage, showLoadError } from '../../lib/reload.ts'
import { repairUrl } from '../../lib/repair-url.ts'
import { findUuid } from '../../lib/uuid.ts'

/*
 * Runs in the head of every page, before anything is painted. scripts/build/inline-script.ts inlines it
 * into index.html, and the Content-Security-Policy allows it by its hash.
 */

applyTheme(readTheme())
replaceUrl(repairUrl(location))
replaceCommunityPath()
startAfterFirstPaint()
replayEarlyInput()
offerReload()
// Before the app's files, which would delay them.
sendEarlyRequests()

if (!isPrerendered()) {
  // src/app/index.css hides the content, which belongs to another page.
  document.documentElement.dataset['otherPage'] = ''
  addEventListener('DOMContentLoaded', cancelImages)
  // There is nothing to read yet.
  preloadApp()
}

function replaceUrl(url: string) {
  const { pathname, search, hash } = location
  if (url !== pathname + search + hash) history.replaceState(history.state, '', url)
}

/**
 * Replaces the path of a community, `/communities/<id>/`, with its URL in the app. Its page has that URL's query; 404.html,
 * which hosts send for communities newer than the build, has none.
 */
function replaceCommunityPath() {
  const [, rest = ''] = /^\/communities\/(.+)/i.exec(location.pathname) ?? []
  const id = findUuid(rest)
  if (!id) return
  const query = document.documentElement.dataset['query'] || `?community=${id}`
  const others = location.search.replace('?', '&')
  replaceUrl(`/communities${query}${others}${location.hash}`)
}

/** Cancels the images of content that is hidden, because they would delay the app. */
function cancelImages() {
  for (const link of document.querySelectorAll('link[as="image"]')) link.remove()
  for (const image of document.querySelectorAll('[data-prerendered] img')) {
    image.removeAttribute('src')
  }
}

/** The app's script and links that preload its files. There is none in 404.html, which starts the app at once. */
function findApp() {
  return document.querySelector<HTMLTemplateElement>('template#app')
}

function preloadApp() {
  document.head.append(...(findApp()?.content.querySelectorAll('link') ?? []))
}

function startApp() {
  const app = findApp()
  app?.replaceWith(app.content)
}

function startAfterFirstPaint() {
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) startApp()
  }).observe({ type: 'paint', buffered: true })
  // Browsers do not paint background tabs.
  addEventListener('DOMContentLoaded', () => setTimeout(startApp, document.hidden ? 0 : 3000))
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
    // React may already be able to handle it, and the click would count twice.
    event.stopPropagation()
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

/** Shows the notice in index.html if the app does not load. */
function offerReload() {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement)) return
    showLoadError()
    addEventListener('online', reloadPage)
  }
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest('#load-error button')) reloadPage()
  }
  addEventListener('error', onError, true)
  addEventListener('click', onClick)
}
