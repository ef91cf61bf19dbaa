import { newCommunity } from '../support/communities.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startStage } from './stage.ts'

export const siteUrl = 'https://waypost.example'

/** A backend whose mails go to a real mail server, and what tests of mails do with both. */
export async function startMailStage() {
  let server = await startMailServer()
  const stage = await startStage({ SMTP_URL: server.url, SITE_URL: siteUrl })
  const { sql, owner, admin } = stage

  async function listCommunity(name = 'Sunrise Swimmers', person = owner) {
    const { data } = await person.client
      .from('communities')
      .insert(newCommunity({ name }))
      .select()
      .single()
      .throwOnError()
    return data
  }
  const decide = (id: string, change: object, by = admin) =>
    by.client.from('communities').update(change).eq('id', id).throwOnError()
  /** As if so many minutes had passed for every mail. */
  const pass = (minutes: number) =>
    sql.query(
      `update private.mail_outbox set
         created_at = created_at - m, due_at = due_at - m, claimed_at = claimed_at - m,
         first_tried_at = first_tried_at - m
       from (select $1 * interval '1 minute' as m) as passed where sent_at is null`,
      [minutes],
    )

  return {
    ...stage,
    get server() {
      return server
    },
    listCommunity,
    decide,
    pass,
    /** Sends what is due, as the schedule does. */
    drain: async () => (await stage.call('send-mail')).json(),
    /** So many approvals of communities named `Number 1` and so on, whose mails are due. */
    approve: async (count: number) => {
      for (let number = 1; number <= count; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, as an admin decides
        await decide((await listCommunity(`Number ${number}`)).id, { status: 'approved' })
      }
      await pass(2)
    },
    outbox: async () => {
      const { rows } = await sql.query(
        `select kind, attempts, last_error, sent_at is not null as is_sent,
           given_up_at is not null as is_given_up
         from private.mail_outbox where kind <> 'daily_summary' order by created_at, id`,
      )
      return rows
    },
    /** Of every mail that was accepted. */
    subjects: () =>
      server.accepted
        .map(({ mail }) => mail.subject ?? '')
        .toSorted((one, other) => (one < other ? -1 : 1)),
    /** No mails, no communities, and a server that behaves. */
    clear: async () => {
      server.behave({})
      server.accepted.length = 0
      await sql.exec(
        // As if today's summary had been sent.
        `delete from public.communities;
         delete from private.mail_outbox;
         insert into private.mail_outbox (kind, recipient_id, event, sent_at)
         select 'daily_summary', id, (now() at time zone 'utc')::date, now()
         from public.profiles where is_admin`,
      )
    },
    /** A new server in place of one that is down. */
    replaceServer: async () => {
      server = await startMailServer()
      stage.restart({ SMTP_URL: server.url })
    },
    stop: async () => {
      await Promise.all([server.stop(), stage.stop()])
    },
  }
}

/** The subjects of those approvals. */
export const numbered = (...numbers: number[]) =>
  numbers.map((number) => `“Number ${number}” was approved`)
