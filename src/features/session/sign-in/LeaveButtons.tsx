import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Feedback.tsx'
import { useWrite } from '../../data/useWrite.ts'
import { ProviderLogo } from './ProviderLogo.tsx'
import { type Provider, providerNames } from './providers.ts'

type Props = {
  offered: Provider[]
  /** What precedes the name of the company on a button. */
  verb: 'Continue with' | 'Link'
  /** Returns the URL of the company. */
  prepare: (provider: Provider) => Promise<string>
  failure: string
  className: string
}

/**
 * Buttons that leave this site for Google or Apple. They stay pending until the page is gone, or Back shows it again as
 * it was. A closed dialog leaves no more.
 */
export function LeaveButtons({ offered, verb, prepare, failure, className }: Props) {
  const leaving = useWrite({
    write: async (provider: Provider, signal) => {
      const url = await prepare(provider)
      if (!signal.aborted) window.location.assign(url)
    },
    failure,
    showReasonIn: 'dialog',
    staysPending: true,
  })
  const stay = useEffectEvent(leaving.cancel)
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && stay()
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('pageshow', onShow)
      stay()
    }
  }, [])

  return (
    <div className="space-y-2">
      {leaving.error && <Notice tone="danger">{leaving.error.message || failure}</Notice>}
      <div className={className}>
        {offered.map((provider) => (
          <Button
            key={provider}
            variant="secondary"
            disabled={leaving.isPending}
            onClick={() => void leaving.run(provider)}
          >
            <ProviderLogo provider={provider} />
            <span>{`${verb} ${providerNames[provider]}`}</span>
          </Button>
        ))}
      </div>
    </div>
  )
}
