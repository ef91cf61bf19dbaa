import type { SupabaseClient } from '@supabase/supabase-js'
import nodemailer from 'nodemailer'
import { brand } from '../../_shared/brand.ts'
import { createSetupError, getProjectUrl } from '../../_shared/clients.ts'
import { withAnswerPaths } from '../requests/still-active.ts'
import { type EmailChoice, signUnsubscribe } from '../requests/unsubscribe.ts'
import { markAddress } from '../signature.ts'
import { type Email, renderEmail } from './render-email.ts'

/** No new email is started after this time: hosted projects stop functions that run too long. */
const timeLimit = 60_000

export interface SendResult {
  sent: number
  failed: number
  /** Whether emails may be left: the server failed, or time ran out. */
  stopped: boolean
}

/**
 * Sends the emails that are due, the most urgent first, over one connection. Reserves them in batches, and records each
 * result before it sends the next. A call that is killed leaves its batch reserved: the emails are due again when the
 * reservation expires. Concurrent calls get different emails.
 *
 * An email can be sent twice only if the call dies after the server accepted it and before that is recorded. Both
 * copies have the same Message-ID, so that mailboxes can deduplicate.
 */
export async function sendEmails(secret: SupabaseClient): Promise<SendResult> {
  const { transport, siteUrl, from } = readSettings()
  const functionUrl = `${getProjectUrl()}/functions/v1/admin`
  const result: SendResult = { sent: 0, failed: 0, stopped: false }
  const end = Date.now() + timeLimit
  try {
    while (!result.stopped) {
      const batch = await reserve()
      if (batch.length === 0) break
      await sendBatch(batch)
    }
  } finally {
    transport.close()
  }
  return result

  async function reserve(): Promise<Email[]> {
    const { data, error } = await secret.rpc('reserve_emails')
    if (error) throw error
    return data
  }

  async function sendBatch(batch: Email[]): Promise<void> {
    for (const [index, email] of batch.entries()) {
      const failure = await send(email)
      const { error } = await secret.rpc('finish_email', {
        email_id: email.id,
        attempt: email.attempt,
        ...(failure && { error: failure.message }),
      })
      if (error) throw error
      result[failure ? 'failed' : 'sent'] += 1
      result.stopped = Boolean(failure?.affectsAll) || Date.now() > end
      if (result.stopped) return release(batch.slice(index + 1))
    }
  }

  async function release(batch: Email[]): Promise<void> {
    const emails = batch.map(({ id, attempt }) => ({ id, attempt }))
    const { error } = await secret.rpc('release_emails', { emails })
    if (error) throw error
  }

  async function send(email: Email): Promise<Failure | null> {
    // Exactly one plain address: nodemailer would read anything else as a list, or as a name with an address.
    if (!/^[^\s<>()[\],;:"\\@]+@[^\s<>()[\],;:"\\@]+$/.test(email.recipient)) {
      return { message: 'The recipient is not a single email address.', affectsAll: false }
    }
    const choice = choiceOf(email)
    const mark = await markAddress(email.recipient)
    const link = choice && await signUnsubscribe({ userId: email.recipient_id, choice, mark })
    try {
      await transport.sendMail({
        from: { name: brand.name, address: from },
        to: { name: '', address: email.recipient },
        envelope: { from, to: [email.recipient] },
        messageId: `<${email.id}@${new URL(siteUrl).hostname}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(link && {
            'List-Unsubscribe': `<${functionUrl}/unsubscribe?link=${link}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        ...renderEmail(await withAnswerPaths(email), siteUrl, link && `/unsubscribe?link=${link}`),
      })
      return null
    } catch (error) {
      return toFailure(error)
    }
  }
}

/** Returns the kind of emails that unsubscribing from this one turns off; null if it cannot be switched off. */
function choiceOf({ kind }: Email): EmailChoice | null {
  if (['suspended', 'claimed', 'passkey_added', 'passkey_removed'].includes(kind)) return null
  if (kind === 'daily_summary') return 'summary'
  if (kind === 'report_outcome') return 'reports'
  return kind === 'new_communities' ? 'alerts' : 'decisions'
}

interface Failure {
  message: string
  /** Whether the next email would also fail. */
  affectsAll: boolean
}

/** A reply to the recipient or to the email concerns one mailbox; one to the sender, and a lost connection, concern all. */
function toFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const read = (name: string): unknown => Reflect.get(Object(error), name)
  const code = read('code')
  const isOfMailbox = code === 'EMESSAGE' ||
    (code === 'EENVELOPE' && read('command') !== 'MAIL FROM') ||
    // The reply 421 to a recipient also closes the connection. If the server is down, the next email fails to connect.
    (code === 'ECONNECTION' && read('responseCode') === 421)
  return { message, affectsAll: !isOfMailbox }
}

/** Returns the names of required settings that are missing or invalid. */
export const listMissingSettings = (): string[] =>
  ['SMTP_URL', 'SITE_URL'].filter((name) => !URL.canParse(Deno.env.get(name) ?? ''))

/** @throws HttpError that names the missing settings */
function readSettings() {
  const missing = listMissingSettings()
  if (missing.length > 0) throw createSetupError(...missing)
  const siteUrl = Deno.env.get('SITE_URL') ?? ''
  const server = new URL(Deno.env.get('SMTP_URL') ?? '')
  const isLocal = ['localhost', '127.0.0.1'].includes(server.hostname)
  const transport = nodemailer.createTransport({
    // One connection for all emails of a run. A new one replaces it if the server closes it.
    pool: true,
    maxConnections: 1,
    host: server.hostname,
    port: Number(server.port) || 465,
    secure: server.protocol === 'smtps:',
    // Never sends a password or an email unencrypted over a network.
    requireTLS: !isLocal,
    ignoreTLS: isLocal,
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
