import { useCallback, useEffect, useRef, useState } from 'react'
import { loadSessionTools, type Client } from './load-client.ts'
import type { SessionProfile, SessionUser } from './session-context.ts'

type Kept = { userId: string; profile: SessionProfile | null }

/**
 * The profile of the user. A failed read says nothing: the header then shows the email address
 * instead of the name, and the screens report what they read themselves.
 */
export function useProfile(
  client: Client | null,
  user: SessionUser | null,
  onAccountGone: () => void,
) {
  const [kept, setKept] = useState<Kept | null>(null)
  const leave = useRef(onAccountGone)
  useEffect(() => {
    leave.current = onAccountGone
  })

  useEffect(() => {
    if (!client || !user) return undefined
    let gone = false
    const load = async () => {
      const { loadProfile, isAccountGone } = await loadSessionTools()
      try {
        const profile = await loadProfile(client, user)
        if (!gone) setKept({ userId: user.id, profile })
      } catch (error) {
        if (!gone && isAccountGone(error)) leave.current()
      }
    }
    // The client came in the same chunk, so this one is there as well.
    void load()
    return () => {
      gone = true
    }
  }, [client, user])

  const refreshProfile = useCallback(async () => {
    if (!client || !user) return
    const { loadProfile } = await loadSessionTools()
    const profile = await loadProfile(client, user).catch(() => null)
    if (profile) setKept({ userId: user.id, profile })
  }, [client, user])

  return { profile: kept && kept.userId === user?.id ? kept.profile : null, refreshProfile }
}
