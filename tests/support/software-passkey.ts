import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/* An authenticator in software: what a browser and a device answer, so that attacks can change any part of it. */

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

const withLength = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])

/** Creates a passkey for a site. Its options are those of the auth service. */
export function createPasskey(siteUrl: string) {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let userHandle = ''

  const describeClient = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  /** @param flags 1: the user is present; 4: the device has checked them; 64: a new key follows */
  const describeDevice = (origin: string, flags: number) =>
    Buffer.concat([hash(new URL(origin).hostname), Buffer.from([flags, 0, 0, 0, 0])])

  return {
    /** Answers the options of a registration. */
    register(options: { challenge: string; user: { id: string } }) {
      userHandle = options.user.id
      // The key in CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const parts = [describeDevice(siteUrl, 69), Buffer.alloc(16), withLength(id), key]
      const authData = Buffer.concat(parts)
      // { fmt: 'none', attStmt: {}, authData }
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ])
      return {
        id: toText(id),
        rawId: toText(id),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: toText(describeClient('webauthn.create', options.challenge, siteUrl)),
          attestationObject: toText(attestationObject),
        },
      }
    },

    /** Answers the options of a sign-in. */
    signIn({ challenge }: { challenge: string }, { origin = siteUrl, flags = 5 } = {}) {
      const clientData = describeClient('webauthn.get', challenge, origin)
      const authData = describeDevice(siteUrl, flags)
      const signature = sign('sha256', Buffer.concat([authData, hash(clientData)]), privateKey)
      return {
        id: toText(id),
        rawId: toText(id),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: toText(clientData),
          authenticatorData: toText(authData),
          signature: toText(signature),
          userHandle,
        },
      }
    },
  }
}
