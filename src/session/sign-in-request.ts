import type { LinkProblem } from './link-problems.ts'
import { readObject, removeItem, writeItem } from './browser-storage.ts'

/** What the sign-in dialog is open for, and where the person goes afterwards. */
export type SignInRequest = {
  purpose: 'sign-in' | 'new-password'
  continueTo: string | null
  /** Why a link from an email did not work. */
  problem: LinkProblem | null
}

export type MailKind = 'signup' | 'recovery'
export type SentMail = { kind: MailKind; continueTo: string | null }

const requestKey = 'community-app-sign-in'
const mailKey = 'community-app-sent-mail'
const mailLife = 24 * 60 * 60 * 1000

/** The path when it stays on this site, else null: it may come from a link or from storage. */
export function ownPath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  if (!URL.canParse(path, window.location.origin)) return null
  const url = new URL(path, window.location.origin)
  // Compares the parsed form, because parsing drops tabs and turns '\' into '/'.
  if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** Keeps the request over a reload of this tab. */
export function keepRequest(request: SignInRequest | null): void {
  if (request && (request.continueTo || request.purpose === 'new-password')) {
    writeItem('session', requestKey, JSON.stringify(request))
  } else {
    removeItem('session', requestKey)
  }
}

export function keptRequest(): SignInRequest | null {
  const kept = readObject('session', requestKey)
  if (!kept) return null
  const purpose = Reflect.get(kept, 'purpose') === 'new-password' ? 'new-password' : 'sign-in'
  return { purpose, continueTo: ownPath(Reflect.get(kept, 'continueTo')), problem: null }
}

/** Remembers the path for the tab in which the emailed link will open. */
export function rememberMail(mail: SentMail): void {
  writeItem('local', mailKey, JSON.stringify({ ...mail, at: Date.now() }))
}

export function rememberedMail(): SentMail | null {
  const kept = readObject('local', mailKey)
  if (!kept || Date.now() - Number(Reflect.get(kept, 'at')) > mailLife) return null
  const kind = Reflect.get(kept, 'kind') === 'signup' ? 'signup' : 'recovery'
  return { kind, continueTo: ownPath(Reflect.get(kept, 'continueTo')) }
}

export function forgetMail(): void {
  removeItem('local', mailKey)
}
