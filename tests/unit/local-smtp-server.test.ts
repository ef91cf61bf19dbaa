import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startSmtpServer } from '../../supabase/local/smtp-server.ts'

async function open(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  /** Sends a line, and resolves with the response. */
  const send = async (line: string) => {
    socket.write(`${line}\r\n`)
    return String(await once(socket, 'data'))
  }
  expect(String(await once(socket, 'data'))).toMatch(/^220 /)
  return { socket, send }
}

test('the embedded SMTP server survives a client that is killed while it sends an email', async () => {
  const server = await startSmtpServer(() => Promise.resolve())
  try {
    const killed = await open(server.url)
    await killed.send('HELO client')
    expect(await killed.send('MAIL FROM:<a@example.com>')).toMatch(/^250 /)
    killed.socket.resetAndDestroy()
    const next = await open(server.url)
    expect(await next.send('HELO client')).toMatch(/^250 /)
    next.socket.destroy()
  } finally {
    await server.stop()
  }
})
