import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface AcceptedMail {
  from: string
  to: string[]
  mail: Email
}

export interface MailServer {
  url: string
  /** What it said yes to, in that order. */
  accepted: AcceptedMail[]
  /** How many connections there were. */
  connections: number
  /** Misbehaves until it is set anew; what is left out behaves. */
  behave(changes: Behaviour): void
  stop(): Promise<void>
}

export interface Behaviour {
  /** Before it greets; throws to refuse the connection. */
  greet?: () => Promise<void>
  /** Throws to refuse a recipient. */
  takeRecipient?: (address: string) => void
  /** When it has the whole mail, before it says yes; throws to refuse it. */
  takeMail?: (mail: Email, drop: () => void) => Promise<void>
}

/** A real SMTP server. @param host where it listens */
export async function startMailServer(host = '127.0.0.1'): Promise<MailServer> {
  let behaviour: Behaviour = {}
  const accepted: AcceptedMail[] = []
  const fail = (done: (error: Error) => void) => (error: unknown) =>
    done(error instanceof Error ? error : new Error(String(error)))

  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, done) {
      running.connections += 1
      Promise.resolve(behaviour.greet?.()).then(() => done(), fail(done))
    },
    onRcptTo({ address }, _session, done) {
      Promise.resolve(address)
        .then(behaviour.takeRecipient)
        .then(() => done(), fail(done))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        const { mailFrom, rcptTo } = session.envelope
        try {
          await behaviour.takeMail?.(mail, () => dropConnections())
          accepted.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            mail,
          })
          done()
        } catch (error) {
          fail(done)(error)
        }
      })
    },
  }
  const server = new SMTPServer(options)
  server.on('error', () => undefined)
  const sockets = new Set<{ destroy(): unknown }>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.server.address()
  if (typeof address !== 'object' || !address) throw new Error('The mail server has no port')
  const running: MailServer = {
    url: `smtp://${host}:${address.port}`,
    accepted,
    connections: 0,
    behave: (changes) => {
      behaviour = changes
    },
    stop: () =>
      new Promise((resolve) => {
        dropConnections()
        server.close(() => resolve())
      }),
  }
  return running
}
