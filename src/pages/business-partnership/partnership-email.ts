import { brand } from '../../app/brand.ts'

const subject = `A partnership with ${brand.name}`

const body = `Hello,

our company:
Where we are:
What we offer travelers:
Communities we'd like to work with:
`

/** Opens an email to us in which only the answers are missing. */
export const partnershipEmail = `mailto:${brand.contactEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
