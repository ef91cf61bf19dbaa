import { getSecretKeys } from '../_shared/clients.ts'

/** Signs a claim with the project's secret key, for links in emails that work without signing in. */
export async function sign(claim: string): Promise<string> {
  const [secretKey = ''] = getSecretKeys()
  const key = await importKey(secretKey, 'sign')
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(claim))
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}

/** Whether a signature belongs to a claim. Earlier secret keys of the project count too. */
export async function isSigned(claim: string, hex: unknown): Promise<boolean> {
  if (typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex)) return false
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16))
  const results = await Promise.all(
    getSecretKeys().map(async (secretKey) => {
      const key = await importKey(secretKey, 'verify')
      return crypto.subtle.verify('HMAC', key, signature, encoder.encode(claim))
    }),
  )
  return results.includes(true)
}

const encoder = new TextEncoder()

const importKey = (secretKey: string, usage: KeyUsage) =>
  crypto.subtle.importKey(
    'raw',
    encoder.encode(secretKey),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    [usage],
  )
