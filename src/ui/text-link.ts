/* The looks of links in a text. */

export const textLink = 'rounded-sm font-semibold underline underline-offset-4'
export const accentLink = `${textLink} text-accent`
export const clayLink = `${textLink} text-ink decoration-clay decoration-2`

/** The look of a `summary` that opens more of a text. */
export const summaryClass = `${textLink} w-fit cursor-pointer`
