import type { EmailLink } from './email-link.ts'

/** The address that a link is for, or else these words. */
export function Recipient({ link, children }: { link: EmailLink; children: string }) {
  if (!link.address) return <span>{children}</span>
  return (
    <strong dir="auto" translate="no">
      {link.address}
    </strong>
  )
}
