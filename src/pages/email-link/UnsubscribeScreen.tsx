import { Notice } from '../../ui/Feedback.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { EmailLink } from './email-link.ts'
import { EmailLinkScreen, Recipient } from './EmailLinkScreen.tsx'

const settings = { to: '/profile?section=settings#emails', label: 'Email settings' }

/** Turns off one kind of emails, for the link at the end of each. */
export function UnsubscribeScreen() {
  return (
    <EmailLinkScreen
      name="unsubscribe"
      description="Unsubscribe here from emails, without signing in."
      Question={Question}
      button="Unsubscribe"
      Outcome={Outcome}
      instead={settings}
    />
  )
}

const kinds: Record<string, string> = {
  decisions: 'emails about their communities',
  summary: 'the daily summary for admins',
  alerts: 'emails about new communities',
  reports: 'emails about their reports',
}
const describe = ({ emails }: EmailLink) => kinds[emails] ?? 'these emails'

/** A question, because the emails may be off already. */
const Question = ({ link }: { link: EmailLink }) => (
  <p>
    <span>Unsubscribe</span> <Recipient link={link}>the recipient of this email</Recipient>{' '}
    <span>{`from ${describe(link)}?`}</span>
  </p>
)

const Outcome = ({ link }: { link: EmailLink }) => (
  <>
    <Notice tone="success" title="Unsubscribed">
      <Recipient link={link}>The recipient of this email</Recipient>{' '}
      <span>{`no longer gets ${describe(link)}.`}</span>
    </Notice>
    <LinkButton to={settings.to}>{settings.label}</LinkButton>
  </>
)
