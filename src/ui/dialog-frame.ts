import { createContext, useContext } from 'react'

/* The look of every dialog. Separate from Dialog.tsx, because public pages show the frame of a loading
   dialog without the library behind it. */

export const scrimClass = 'fixed inset-0 z-50 animate-fade-in bg-scrim'

/** A sheet at the bottom of a phone, otherwise centered; at most 90% of the window's height. */
export const panelClass =
  'fixed z-50 flex max-h-[90dvh] animate-rise-in flex-col overflow-hidden border border-line ' +
  'short:max-h-dvh short:overflow-y-auto ' +
  'bg-surface outline-none text-ink shadow-raised inset-x-0 bottom-0 rounded-t-2xl ' +
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100%-3rem)] ' +
  'sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl'

export type PanelSize = 'sm' | 'md' | 'lg' | 'xl' | 'full'

export const panelWidths: Record<PanelSize, string> = {
  sm: 'sm:max-w-md',
  md: 'sm:max-w-xl',
  lg: 'sm:max-w-3xl',
  xl: 'sm:max-w-3xl lg:max-w-5xl',
  // As tall as a phone.
  full: 'sm:max-w-xl max-sm:h-dvh max-sm:max-h-dvh max-sm:rounded-none max-sm:border-0',
}

type Frame = {
  title: string
  size: PanelSize
  /** Whether the dialog replaces its loading frame, so that it does not animate again. */
  isReplaced: boolean
}

export const DialogFrame = createContext<Frame | null>(null)

/** Returns the title and size of a dialog, by default the ones in its `onDemandDialog`. */
export function useDialogFrame(title: string | undefined, size: PanelSize = 'md'): Frame {
  const frame = useContext(DialogFrame)
  if (title !== undefined) return { title, size, isReplaced: frame?.isReplaced ?? false }
  if (!frame) throw new Error('A dialog needs a title')
  return frame
}
