import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface ReceivedEmail {
  to: string
  subject: string
  text: string
  html: string
}

/** Starts an SMTP server that delivers nothing, and passes every email to `onEmail`. */
export async function startSmtpServer(onEmail: (email: ReceivedEmail) => Promise<void>) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    // Otherwise it queries DNS for every client.
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks))
          .then(({ subject = '', text = '', html = '' }) =>
            onEmail({
              to: envelope.rcptTo.map(({ address }) => address).join(),
              subject,
              text,
              html,
            }),
          )
          .then(
            () => done(),
            (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
          )
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A function that is killed while it sends drops its connection. Without a listener, the error would end this process.
  server.on('error', () => undefined)
  const address = server.server.address()
  if (typeof address !== 'object' || !address) throw new Error('The SMTP server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
