/* The layout of a screen for work rather than reading: its heading takes one slim row. The route guard shows the heading first. */

export const compactPageClass = 'mx-auto min-h-dvh w-full max-w-6xl px-4 pt-1 pb-6 sm:px-6'

/** Holds the back button and the heading. */
export const compactHeadingRow = '-ms-2 flex min-h-11 items-center gap-1'

export const compactHeadingClass = 'text-xl font-semibold tracking-tight sm:text-2xl'

/** Of a heading without a back button, as much as the button and the gap take. */
export const backButtonSpace = 'ms-9'
