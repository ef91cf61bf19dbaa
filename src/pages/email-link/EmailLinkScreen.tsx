import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { PageMeta } from '../../app/PageMeta.tsx'
import { pages } from '../../app/pages.ts'
import { useWrite } from '../../features/data/useWrite.ts'
import { Button, SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Spinner } from '../../ui/Loading.tsx'
import { describeLink, type EmailLink, postLink } from './email-link.ts'

type Props = {
  name: 'still-active' | 'unsubscribe'
  description: string
  /** Names the recipient: another account may be signed in in this browser. */
  Question: ComponentType<{ link: EmailLink }>
  button: string
  /** Shown once the button has worked. */
  Outcome: ComponentType<{ link: EmailLink; response: unknown }>
  /** Where a signed-in user does the same if the link has ended. */
  instead: { to: string; label: string }
}

/**
 * The page of a signed link in an email, which works without a session. Changes nothing until its button is pressed,
 * because email scanners open every link and run its scripts.
 */
export function EmailLinkScreen({ name, description, Question, button, Outcome, instead }: Props) {
  const { title, heading } = pages[`/${name}`]
  const location = useLocation()
  const [link, setLink] = useState<EmailLink | null>(null)
  const [response, setResponse] = useState<{ value: unknown } | null>(null)
  const [ended, setEnded] = useState('')

  const read = useWrite({
    write: describeLink,
    failure: "Couldn't check your link",
    showReasonIn: 'dialog',
    onSuccess: (found) => (found.ended === null ? setLink(found.value) : setEnded(found.ended)),
  })
  const follow = useWrite({
    write: (found: EmailLink) => postLink(name, found),
    failure: "Couldn't save your choice",
    showReasonIn: 'dialog',
    onSuccess: (found) => (found.ended === null ? setResponse(found) : setEnded(found.ended)),
  })
  const start = () => void read.run(location)
  const startOnce = useEffectEvent(start)
  useEffect(() => startOnce(), [])

  return (
    <div className="mx-auto w-full max-w-2xl space-y-6 px-4 py-10 sm:px-6 sm:py-16">
      <PageMeta title={title} description={description} isIndexed={false} />
      <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{heading}</h1>
      {ended ? (
        <Notice tone="warning" action={<LinkButton to={instead.to}>{instead.label}</LinkButton>}>
          {ended}
        </Notice>
      ) : link && response ? (
        <Outcome link={link} response={response.value} />
      ) : link ? (
        <>
          <Question link={link} />
          {follow.problem && <Notice tone="danger">{follow.problem}</Notice>}
          <Button isPending={follow.isPending} onClick={() => void follow.run(link)}>
            {button}
          </Button>
        </>
      ) : read.problem && !read.isPending ? (
        <Notice tone="danger" action={<SmallButton onClick={start}>Try again</SmallButton>}>
          {read.problem}
        </Notice>
      ) : (
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          <Spinner /> <span>Checking your link...</span>
        </p>
      )}
    </div>
  )
}

/** The address that a link is for, or else these words. */
export function Recipient({ link, children }: { link: EmailLink; children: string }) {
  if (!link.address) return <span>{children}</span>
  return (
    <strong dir="auto" translate="no">
      {link.address}
    </strong>
  )
}
