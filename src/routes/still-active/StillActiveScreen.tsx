import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PageMeta } from '../../frame/PageMeta.tsx'
import { pages } from '../../pages.ts'
import { useWrite } from '../../supabase/useWrite.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Spinner } from '../../ui/Loading.tsx'
import { type Answer, readAnswerLink, sendAnswer, toAnswerLink } from './answer-link.ts'

/**
 * Answers the question in an email as soon as a browser opens its link: mail scanners open links, but most run no
 * scripts. The link leaves the URL at once; the state of the history entry keeps it, so that a reload repeats the answer.
 */
export function StillActiveScreen() {
  const { title, heading } = pages['/still-active']
  const location = useLocation()
  const navigate = useNavigate()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { run, isPending, problem } = useWrite({
    write: sendAnswer,
    failure: "We couldn't save your answer",
    showReasonIn: 'dialog',
    onSuccess: setAnswer,
  })

  const send = (hash = '') => {
    const link = readAnswerLink(hash) ?? toAnswerLink(location.state)
    if (hash) void navigate(location.pathname, { replace: true, state: link })
    void run(link)
  }
  const start = useEffectEvent(send)
  useEffect(() => start(location.hash), [location.hash])

  return (
    <div className="mx-auto w-full max-w-2xl space-y-6 px-4 py-10 sm:px-6 sm:py-16">
      <PageMeta
        title={title}
        description="Owners confirm here that their community is still active."
        isIndexed={false}
      />
      <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{heading}</h1>
      {problem && !isPending ? (
        <Notice tone="danger" action={<SmallButton onClick={() => send()}>Try again</SmallButton>}>
          {problem}
        </Notice>
      ) : answer ? (
        <Outcome answer={answer} />
      ) : (
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          <Spinner /> <span>Saving your answer...</span>
        </p>
      )}
    </div>
  )
}

function Outcome({ answer }: { answer: Answer }) {
  if (answer.kind === 'ended') {
    return (
      <Notice tone="warning" action={<LinkButton to="/profile">Answer on your profile</LinkButton>}>
        {answer.message}
      </Notice>
    )
  }
  const name = <strong translate="no">{answer.name}</strong>
  return (
    <>
      <Notice tone="success" title="Thank you">
        {name}{' '}
        <span>
          {answer.isListed
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
