import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface Behavior {
  /** Throws to refuse every email of the sender. */
  onSender?: () => void
  /** Throws to refuse a recipient. */
  onRecipient?: (address: string) => void
  /** Called with the complete email before it is accepted. Throws to refuse it. */
  onEmail?: (email: Email, dropConnections: () => void) => Promise<void>
}

/** Starts an SMTP server that tests can make fail. */
export async function startTestSmtpServer(host = '127.0.0.1') {
  let behavior: Behavior = {}
  const accepted: { to: string[]; email: Email }[] = []
  const fail = (done: (error: Error) => void) => (error: unknown) =>
    done(error instanceof Error ? error : new Error(String(error)))

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onMailFrom(_address, _session, done) {
      Promise.resolve()
        .then(behavior.onSender)
        .then(() => done(), fail(done))
    },
    onRcptTo({ address }, _session, done) {
      Promise.resolve(address)
        .then(behavior.onRecipient)
        .then(() => done(), fail(done))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const email = await PostalMime.parse(Buffer.concat(chunks))
        try {
          await behavior.onEmail?.(email, dropConnections)
          accepted.push({ to: envelope.rcptTo.map(({ address }) => address), email })
          done()
        } catch (error) {
          fail(done)(error)
        }
      })
    },
  })
  server.on('error', () => undefined)
  const sockets = new Set<{ destroy(): unknown }>()
  let connections = 0
  server.server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.server.address()
  if (typeof address !== 'object' || !address) throw new Error('The SMTP server has no port')
  return {
    url: `smtp://${host}:${address.port}`,
    /** The accepted emails, in order. */
    accepted,
    /** How many connections have been opened. */
    countConnections: () => connections,
    /** Sets how the server fails, until the next call. It accepts everything by default. */
    setBehavior: (next: Behavior) => {
      behavior = next
    },
    stop: () =>
      new Promise<void>((resolve) => {
        dropConnections()
        server.close(() => resolve())
      }),
  }
}
