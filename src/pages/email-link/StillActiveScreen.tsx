import { readProperty } from '../../lib/read-property.ts'
import { Notice } from '../../ui/Feedback.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { EmailLink } from './email-link.ts'
import { EmailLinkScreen, Recipient } from './EmailLinkScreen.tsx'

/** Answers the question in an email whether a community is still active. */
export function StillActiveScreen() {
  return (
    <EmailLinkScreen
      name="still-active"
      description="Owners confirm here that their community is still active."
      Question={Question}
      button="Yes, it is still active"
      Outcome={Outcome}
      instead={{ to: '/profile', label: 'Answer on your profile' }}
    />
  )
}

function Question({ link }: { link: EmailLink }) {
  return (
    <p>
      <span>We asked</span> <Recipient link={link}>the recipient of this email</Recipient>{' '}
      <span>about</span> <Name link={link} />
      <span>.</span>
    </p>
  )
}

function Outcome({ link, response }: { link: EmailLink; response: unknown }) {
  return (
    <>
      <Notice tone="success" title="Thank you">
        <Name link={link} />{' '}
        <span>
          {readProperty(response, 'is_listed') === true
            ? 'stays in the directory.'
            : 'is not in the directory at the moment. Your profile says why.'}
        </span>
      </Notice>
      <section className="space-y-3">
        <h2 className="text-lg font-semibold">Not active any more?</h2>
        <p className="text-ink-soft">
          You can pause it, and resume it later without a new review, or delete it.
        </p>
        <LinkButton to="/profile">Pause or delete on your profile</LinkButton>
      </section>
    </>
  )
}

const Name = ({ link }: { link: EmailLink }) => (
  <strong translate="no" dir="auto">
    {link.community}
  </strong>
)
