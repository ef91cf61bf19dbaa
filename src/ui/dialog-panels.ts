/* Both kinds of dialog in one chunk. */
export { ConfirmPanel } from './ConfirmPanel.tsx'
export { DialogPanel } from './DialogPanel.tsx'
