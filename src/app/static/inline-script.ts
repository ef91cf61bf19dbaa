import { sendEarlyRequests } from './early-requests.ts'
import { applyTheme, readTheme } from '../frame/theme.ts'
import { isPrerendered } from '../../lib/prerendered.ts'
import { showLoadError } from '../../lib/reload.ts'
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
markLastAction()
offerReload()
// Before the app's files, which would delay them.
sendEarlyRequests()

if (!isPrerendered()) {
  if (document.documentElement.dataset['path']) hideOtherPage()
  // There is nothing to read yet.
  preloadApp()
}

function replaceUrl(url: string) {
  const { pathname, search, hash } = location
  if (url !== pathname + search + hash) history.replaceState(history.state, '', url)
}

/**
 * Replaces the path of a community, `/communities/<id>/`, with its URL in the app. Its page has that URL's query;
 * community.html and 404.html, which hosts send for communities newer than the build, have none.
 */
function replaceCommunityPath() {
  const [, rest = ''] = /^\/communities\/(.+)/i.exec(location.pathname) ?? []
  const id = findUuid(rest)
  if (!id) return
  const query = document.documentElement.dataset['query'] || `?community=${id}`
  const others = location.search.replace('?', '&')
  replaceUrl(`/communities${query}${others}${location.hash}`)
}

/** Hides the content, which belongs to another page (src/app/index.css). Its images would delay the app. */
function hideOtherPage() {
  document.documentElement.dataset['otherPage'] = ''
  addEventListener('DOMContentLoaded', () => {
    for (const link of document.querySelectorAll('link[as="image"]')) link.remove()
    for (const image of document.querySelectorAll('#static main img')) image.removeAttribute('src')
  })
}

/** The app's script and links that preload its files. Pages without content have none: they start the app at once. */
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
 * Marks the last button pressed or form submitted before the app has started, which does the same to its own
 * (src/app/static/replace-static-page.ts). Links and menus work without the app.
 */
function markLastAction() {
  const mark = (event: Event, selector: string) => {
    if (!(event.target instanceof Element)) return
    const found = event.target.closest(selector)
    if (!found) return
    event.preventDefault()
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
    found.setAttribute('data-pressed', '')
  }
  addEventListener('click', (event) => mark(event, '#static button:not([popovertarget])'), true)
  // Enter also submits a form without a button, such as a search.
  addEventListener('submit', (event) => mark(event, '#static form'))
}

/** Shows the notice in index.html if the app does not load. */
function offerReload() {
  // Offline, the browser would show its own error page.
  const reload = () => {
    if (navigator.onLine) location.reload()
  }
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement)) return
    showLoadError()
    addEventListener('online', reload)
  }
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest('#load-error button')) reload()
  }
  addEventListener('error', onError, true)
  addEventListener('click', onClick)
}
