/**
 * Removes the page that the build has written, once the app has rendered its own above it, and moves into the app what
 * the visitor has done: what they typed, the focus, the open menu, and the last button they pressed or form they
 * submitted, which src/app/static/inline-script.ts marks. In a layout effect, so that both pages are never painted.
 */
export function replaceStaticPage(): void {
  const page = document.getElementById('static')
  if (!page) return
  // Not `:focus`, which matches nothing while another window is in front.
  const { activeElement } = document
  const focused = page.contains(activeElement) ? findTwin(activeElement) : undefined
  const menu = findTwin(page.querySelector<HTMLElement>(':popover-open'))
  const pressed = findTwin(page.querySelector<HTMLElement>('[data-pressed]'))
  const typed = [...page.querySelectorAll('input')]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => ({ twin: findTwin(field), value: field.value }))
  page.remove()

  menu?.showPopover()
  // If a link on the page led to an element, the next Tab continues there. Only the focus sets this without scrolling.
  const anchor = document.getElementById(location.hash.slice(1))
  anchor?.setAttribute('tabindex', '-1')
  const target = focused ?? anchor
  if (target instanceof HTMLElement || target instanceof SVGElement)
    target.focus({ preventScroll: true })
  anchor?.removeAttribute('tabindex')
  // React handles events only between two renders.
  queueMicrotask(() => {
    for (const { twin, value } of typed) if (twin) type(twin, value)
  })
  // React first has to render the input.
  setTimeout(() =>
    pressed instanceof HTMLFormElement ? pressed.requestSubmit() : pressed?.click(),
  )
}

/** Returns the element of the app that corresponds to one of the static page. Ids differ, and a translator changes texts. */
function findTwin<Found extends Element>(element: Found | null): Found | undefined {
  if (!element) return undefined
  const alike = [...document.querySelectorAll<Found>(element.localName)].filter(
    (other) => describe(other) === describe(element),
  )
  const inApp = alike.filter((other) => !other.closest('#static'))
  return inApp[alike.slice(inApp.length).indexOf(element)]
}

const describe = (element: Element) =>
  ['type', 'aria-label', 'href', 'class'].map((name) => element.getAttribute(name)).join()

/**
 * Enters a value so that React notices it. React ignores an input event unless the value differs from the one last set
 * through its own setter.
 */
function type(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
