import { getSecretKeys } from '../_shared/clients.ts'

/**
 * Returns a signed text for a link in an email, which works without signing in: the parts and the signature, joined by
 * underscores. No part has a character that email gateways change. Leaves out undefined parts.
 */
export async function signLink(...parts: (string | undefined)[]): Promise<string> {
  const claim = parts.filter((part) => part !== undefined).join('_')
  const [secret = ''] = getSigningSecrets()
  const key = await importKey(secret, 'sign')
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(claim))
  return `${claim}_${toHex(signature)}`
}

/**
 * Returns a mark of the address that a link is sent to. Links never expire, so after a change of the address a former
 * mailbox still has some; their pages must not show it the new one.
 */
export const markAddress = async (address: string): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', encoder.encode(address.toLowerCase()))).slice(0, 16)

/** Returns the signed parts of a link, null if the signature is not valid. Text after the signature is ignored. */
export async function readSignedLink(link: unknown): Promise<string[] | null> {
  const [, claim, hex] = /^(.+)_([0-9a-f]{64})/.exec(typeof link === 'string' ? link : '') ?? []
  return claim && (await isSigned(claim, hex)) ? claim.split('_') : null
}

/** Whether a signature belongs to a claim. Links of earlier emails have their own claims. */
export async function isSigned(claim: string, hex: unknown): Promise<boolean> {
  if (typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex)) return false
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16))
  const results = await Promise.all(
    getSigningSecrets().map(async (secret) => {
      const key = await importKey(secret, 'verify')
      return crypto.subtle.verify('HMAC', key, signature, encoder.encode(claim))
    }),
  )
  return results.includes(true)
}

/**
 * Returns the secrets that sign links, the current one first. The project's secret keys signed the links of earlier
 * emails, and sign all of them while LINK_SECRETS is not set.
 */
const getSigningSecrets = (): string[] => [
  ...(Deno.env.get('LINK_SECRETS') ?? '').split(/[\s,]+/).filter(Boolean),
  ...getSecretKeys(),
]

const encoder = new TextEncoder()

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

const importKey = (secret: string, usage: KeyUsage) =>
  crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    [usage],
  )
