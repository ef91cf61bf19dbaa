import { useEffect, useEffectEvent } from 'react'
import { useWrite, type WriteOptions } from '../../data/useWrite.ts'
import type { Provider } from './providers.ts'

type Options = Pick<WriteOptions<Provider, void>, 'write' | 'failure' | 'showReasonIn'>

/** Leaves this site for Google or Apple. It stays pending until the page is gone, or Back shows it again as it was. */
export function useLeaving(options: Options) {
  const leaving = useWrite<Provider, void>({ ...options, staysPending: true })
  const stay = useEffectEvent(leaving.cancel)
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && stay()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  return leaving
}
