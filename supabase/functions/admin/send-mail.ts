import type { SupabaseClient } from '@supabase/supabase-js'
import nodemailer from 'nodemailer'
import { brand } from '../_shared/brand.ts'
import { notSetUp, projectUrl } from '../_shared/clients.ts'
import { type Mail, renderMail } from './render-mail.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** After this, a drain begins no other mail: hosted projects end a function that takes too long. */
const timeLimit = 60_000

export interface Drain {
  sent: number
  failed: number
  /** Whether mails may be left: the server could not be spoken to, or there were too many. */
  stopped: boolean
}

/**
 * Sends the mails that are due, one after the other, and records what became of each before it takes the next:
 * a drain that is killed leaves one mail behind, which is due again when its reservation ends. Another drain
 * at the same time gets other mails.
 *
 * The one moment in which a mail could go out twice is between the server's yes and the record of it; the
 * Message-ID, made of the mail's id, lets a mailbox recognise it.
 */
export async function sendMails(secret: SupabaseClient): Promise<Drain> {
  const { transport, siteUrl, from } = readSettings()
  const functionUrl = `${projectUrl()}/functions/v1/admin`
  const drain: Drain = { sent: 0, failed: 0, stopped: false }
  const end = Date.now() + timeLimit
  while (!drain.stopped) {
    const claimed = await secret.rpc('claim_mail')
    if (claimed.error) throw claimed.error
    const [mail]: Mail[] = claimed.data
    if (!mail) break
    const problem = await send(mail)
    const { error } = await secret.rpc('finish_mail', {
      mail: mail.id,
      attempt: mail.attempt,
      ...(problem && { error: problem.message }),
    })
    if (error) throw error
    drain[problem ? 'failed' : 'sent'] += 1
    drain.stopped = Boolean(problem?.affectsAll) || Date.now() > end
  }
  return drain

  async function send(mail: Mail): Promise<Problem | null> {
    // Exactly one plain address: anything more would be read as a list, or as a name with an address.
    if (!/^[^\s<>()[\],;:"\\@]+@[^\s<>()[\],;:"\\@]+$/.test(mail.recipient)) {
      return { message: 'This is not one email address.', affectsAll: false }
    }
    const choice = mail.kind === 'daily_summary' ? 'summary' : 'decisions'
    const unsubscribe = await unsubscribeUrl(functionUrl, mail.recipient_id, choice)
    const to = { name: '', address: mail.recipient }
    try {
      await transport.sendMail({
        from: { name: brand.name, address: from },
        to,
        envelope: { from, to: [mail.recipient] },
        messageId: `<${mail.id}@${new URL(siteUrl).hostname}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        ...renderMail(mail, siteUrl, unsubscribe),
      })
      return null
    } catch (error) {
      return problemOf(error)
    }
  }
}

interface Problem {
  message: string
  /** Whether the next mail would fail alike. */
  affectsAll: boolean
}

function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return { message, affectsAll: code !== 'EENVELOPE' && code !== 'EMESSAGE' }
}

/** The settings without which no mail can be sent and that are not set: for `doctor`. */
export const missingSettings = (): string[] =>
  ['SMTP_URL', 'SITE_URL'].filter((name) => !URL.canParse(Deno.env.get(name) ?? ''))

/** @throws Refusal naming what is not set */
function readSettings() {
  const missing = missingSettings()
  if (missing.length > 0) throw notSetUp(`it cannot send mails: set ${missing.join(' and ')}`)
  const siteUrl = Deno.env.get('SITE_URL') ?? ''
  const server = new URL(Deno.env.get('SMTP_URL') ?? '')
  const isEncrypted = server.protocol === 'smtps:'
  const isHere = ['localhost', '127.0.0.1'].includes(server.hostname)
  const transport = nodemailer.createTransport({
    host: server.hostname,
    port: Number(server.port) || 465,
    secure: isEncrypted,
    // A server that offers no encryption gets no password and no mail.
    requireTLS: !isHere,
    ignoreTLS: isHere,
    name: new URL(siteUrl).hostname,
    ...(server.username && {
      auth: {
        user: decodeURIComponent(server.username),
        pass: decodeURIComponent(server.password),
      },
    }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { transport, siteUrl, from: Deno.env.get('MAIL_FROM') || brand.contactEmail }
}
