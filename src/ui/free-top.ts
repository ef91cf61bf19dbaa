/** What a toast must not cover. */
const covered = 'a, button, input, select, textarea, summary, [role="menu"], h1, h2, h3'

/** In pixels, between a toast and what is above or below it, and at the edges of the window. */
const gap = 8

/**
 * Returns the highest place in the column of the toasts where the toasts cover nothing that can be pressed, and no
 * heading; the top of the window if there is none. Toasts stay where they are for as long as they cover nothing there.
 *
 * @param current where they are, in pixels from the top of the window
 */
export function findFreeTop(current: number): number {
  // Their layout, because they grow while they appear.
  const toasts = [...document.querySelectorAll<HTMLElement>('[data-rht-toaster] > * > *')]
  const height = toasts.reduce((sum, toast) => sum + toast.offsetHeight + gap, 0)
  const left = Math.min(
    ...toasts.map((toast) => toast.getBoundingClientRect().right - toast.offsetWidth),
  )
  const end = Math.max(...toasts.map((toast) => toast.getBoundingClientRect().right))
  const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
  // What is behind a dialog cannot be pressed.
  const obstacles = [...(dialog ?? document).querySelectorAll(covered)]
    .filter((element) => !element.closest('#toasts'))
    .map((element) => element.getBoundingClientRect())
    // Hidden ones have no width.
    .filter(({ width, bottom }) => width > 1 && bottom > 0)
    .filter((box) => box.right > left - gap && box.left < end + gap)
    .toSorted((one, other) => one.top - other.top)
  const isFree = (top: number) =>
    top >= gap && obstacles.every((box) => box.bottom <= top || box.top >= top + height)
  if (isFree(current)) return current
  const tops = [gap, ...obstacles.map(({ bottom }) => bottom + gap)].toSorted((a, b) => a - b)
  return tops.find((top) => isFree(top) && top + height <= innerHeight) ?? gap
}
