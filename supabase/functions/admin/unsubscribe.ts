import type { SupabaseClient } from '@supabase/supabase-js'
import { secretKeys } from '../_shared/clients.ts'
import { Refusal } from '../_shared/http.ts'
import { uuid } from '../_shared/read-text.ts'

/** The two kinds of mails that a person chooses, by the column that keeps the choice. */
const choices = { decisions: 'wants_decision_mails', summary: 'wants_summary_mails' } as const
export type Choice = keyof typeof choices

const encoder = new TextEncoder()

const importKey = (secret: string, usage: KeyUsage) =>
  crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    [usage],
  )

const signedText = (person: string, choice: Choice) =>
  encoder.encode(`unsubscribe ${person.toLowerCase()} ${choice}`)

/**
 * The address that ends one kind of mails for one person, whoever is signed in. It is signed with the
 * project's secret key, so nobody can make one for another person.
 */
export async function unsubscribeUrl(
  functionUrl: string,
  person: string,
  choice: Choice,
): Promise<string> {
  const [secret = ''] = secretKeys()
  const key = await importKey(secret, 'sign')
  const signature = await crypto.subtle.sign('HMAC', key, signedText(person, choice))
  const hex = Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0'))
  const query = new URLSearchParams({ person, mails: choice, signature: hex.join('') })
  return `${functionUrl}/unsubscribe?${query}`
}

/** Does what such an address says. Safe to repeat. @throws Refusal when it is not one of ours */
export async function unsubscribe(secret: SupabaseClient, query: URLSearchParams): Promise<void> {
  const person = query.get('person') ?? ''
  const choice = query.get('mails')
  const isKnown = choice === 'decisions' || choice === 'summary'
  if (!isKnown || !uuid.test(person) || !(await isSigned(person, choice, query.get('signature')))) {
    throw new Refusal(400, 'This link is not complete. Choose your mails on your profile instead.')
  }
  const { error } = await secret.from('profiles').update({ [choices[choice]]: false }).eq(
    'id',
    person,
  )
  if (error) throw error
}

async function isSigned(person: string, choice: Choice, hex: string | null): Promise<boolean> {
  if (!hex || !/^[0-9a-f]{64}$/.test(hex)) return false
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16))
  const results = await Promise.all(
    secretKeys().map(async (secret) => {
      const key = await importKey(secret, 'verify')
      return crypto.subtle.verify('HMAC', key, signature, signedText(person, choice))
    }),
  )
  return results.includes(true)
}
