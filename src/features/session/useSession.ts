import { useSyncExternalStore } from 'react'
import { forgetUnstored } from '../../lib/browser-storage.ts'
import { readText } from '../../lib/read-property.ts'
import {
  countDrafts,
  hasUnsavedInput,
  listenToForms,
  pauseDrafts,
} from '../../lib/unsaved-input.ts'
import {
  type AuthenticatorApp,
  listenToSession,
  readStoredSession,
  type SessionEvent,
} from '../../supabase/stored-session.ts'
import { toast } from '../../ui/toast.tsx'
import { readEmailLink } from './read-email-link.ts'

/*
 * The session of this browser. It follows from what the auth client has stored, so that pages know it before that client
 * has loaded, and in every tab.
 */

export type SessionUser = { id: string; email: string }

/** The session of a user who has yet to enter a code. */
export type CodeRequest = { email: string; apps: AuthenticatorApp[] }

/** The session of a link of another account. Nothing has changed yet: the user is asked first. */
export type AccountSwitch = {
  /** Email addresses of the signed-in account and of the link's account. */
  current: string
  other: string
  answer: (isAccepted: boolean) => void
}

export type Session = {
  /**
   * 'code-required': signed in, but without access until the user enters a code from their authenticator app. If an app
   * is added on another device, the user stays 'signed-in', and a dialog asks for the code.
   */
  status: 'loading' | 'signed-out' | 'code-required' | 'signed-in'
  /** Set when signed in. The same object as long as id and email stay the same. */
  user: SessionUser | null
  /** Set while a code is required. A user who was signed in before stays, so that the screens keep their input. */
  codeRequest: CodeRequest | null
  /** Set while the user decides whether a link may replace their session. */
  accountSwitch: AccountSwitch | null
  /** The user signed out in another tab. This tab stays as it is until its form with unsaved input is closed. */
  isSignedOutElsewhere: boolean
  /** Key of the history entry where the user signed out: the guards open no sign-in dialog there. */
  signedOutAt: string | null
}

const loading: Session = {
  status: 'loading',
  user: null,
  codeRequest: null,
  accountSwitch: null,
  isSignedOutElsewhere: false,
  signedOutAt: null,
}
const signedOut: Session = { ...loading, status: 'signed-out' }

/** Null until the first reader. */
let session: Session | null = null
/** The last user, also while another one has yet to enter a code. */
let lastUser: SessionUser | null = null
let holds = 0
const listeners = new Set<() => void>()

/** Returns the session. 'loading' only while a link in the URL signs in, and in the HTML that the build writes. */
export const useSession = (): Session => useSyncExternalStore(subscribe, getSession, () => loading)

export const getSession = (): Session =>
  (session ??= hasSessionInUrl() ? loading : readStored(signedOut))

/** Whether this tab still shows a user who has signed out in another one. */
export const isSignedOutElsewhere = () => session?.isSignedOutElsewhere === true

function hasSessionInUrl(): boolean {
  const link = readEmailLink(window.location)
  return link?.kind === 'session' || (link?.kind === 'provider' && link.isSigningIn)
}

/** Listens to the browser while anything on the page reads the session. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) startListening()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopListening()
    session = null
    lastUser = null
  }
}

let stopListening = () => {}

function startListening(): void {
  const stopSession = listenToSession(onSessionEvent)
  // The user signed out in another tab, and has now closed the form whose input stayed.
  const stopForms = listenToForms(() => {
    const { signedOutAt } = getSession()
    if (isSignedOutElsewhere() && !hasUnsavedInput()) show({ ...signedOut, signedOutAt })
  })
  stopListening = () => {
    stopSession()
    stopForms()
  }
  show(getSession())
}

function onSessionEvent(event: SessionEvent): void {
  if (event.kind === 'ended') {
    toast.error(event.message, { id: 'session-ended' })
    return
  }
  if (event.kind === 'cleared' && !readStoredSession()) {
    forgetUnstored()
    if (getSession().status === 'signed-in')
      toast('You signed out in another tab', { id: 'signed-out' })
    session = { ...getSession(), signedOutAt: readEntryKey() }
  }
  update()
}

/** Shows what is stored, unless it is about to change again. */
function update(): void {
  if (holds === 0 && !hasSessionInUrl()) change(readStored)
}

function change(getNext: (current: Session) => Session): void {
  // Without a reader, the next one starts with what is stored.
  if (listeners.size > 0) show(getNext(getSession()))
}

function readStored(current: Session): Session {
  const stored = readStoredSession()
  if (!stored) return withoutStored(current)
  const { userId: id, email, requiredApps: apps } = stored
  const known = current.user?.id === id ? current.user : null
  const next: Session = { ...loading, accountSwitch: current.accountSwitch, status: 'signed-in' }
  if (apps.length === 0) return { ...next, user: known?.email === email ? known : { id, email } }
  const codeRequest = { email, apps }
  return known
    ? { ...next, user: known, codeRequest }
    : { ...next, status: 'code-required', codeRequest }
}

/**
 * If the user signed out in another tab, which cleared local storage, while a form in this tab has unsaved input, it
 * stays. A session that expires keeps the drafts.
 */
function withoutStored(current: Session): Session {
  const isInputCleared = current.user && hasUnsavedInput() && countDrafts() === 0
  if (isInputCleared) return { ...current, isSignedOutElsewhere: true }
  return { ...signedOut, signedOutAt: current.signedOutAt }
}

function show(next: Session): void {
  const { status, user } = next
  pauseDrafts(next.isSignedOutElsewhere)
  // Usually after a sign-in in another tab, or a link that was opened elsewhere.
  if (lastUser && user && lastUser.id !== user.id)
    toast(`You are now signed in as ${user.email}`, { id: 'switched' })
  else if (lastUser && user && lastUser.email !== user.email) reportEmailChange()
  if (user || status === 'signed-out') lastUser = user

  // Auth events repeat, for example whenever a tab gets the focus.
  if (JSON.stringify(next) === JSON.stringify(session)) return
  session = next
  for (const listener of listeners) listener()
}

/** The id merges it with the link's toast, which was opened in this browser. */
export const reportEmailChange = () =>
  toast.success('Your sign-in email was changed', { id: 'email-changed' })

/** Returns the key that the router gives to the current entry. */
const readEntryKey = () => readText(window.history.state, 'key') || 'default'

/** Ignores what is stored, because it may be temporary, until the returned function is called. */
export function holdSession(): () => void {
  holds += 1
  return () => {
    holds -= 1
    update()
  }
}

export const showAccountSwitch = (accountSwitch: AccountSwitch | null) =>
  change((current) => ({ ...current, accountSwitch }))

/** The guards open no sign-in dialog where the user has just signed out. */
export const showSignedOut = () => change(() => ({ ...signedOut, signedOutAt: readEntryKey() }))

/** While a link signs in. The screens of a user who is signed in stay. */
export const showSigningIn = () => change((current) => (current.user ? current : loading))
