import { createCommunity } from '../support/communities.ts'
import { startFunctionBackend } from './backend.ts'

/** Returns a backend whose emails arrive at a test server. */
export async function startEmailBackend() {
  const backend = await startFunctionBackend()
  const { sql, owner, admin, server } = backend

  const listCommunity = async (name: string, user = owner) =>
    (await createCommunity(user, { name })).id
  const decide = (id: string, change: object, by = admin) =>
    by.client.from('communities').update(change).eq('id', id).throwOnError()
  /** Moves every unsent email this many minutes into the past. */
  const advanceMinutes = (minutes: number) =>
    sql.query(
      `update private.email_outbox set
         created_at = created_at - m, due_at = due_at - m, reserved_at = reserved_at - m,
         first_tried_at = first_tried_at - m
       from (select $1 * interval '1 minute' as m) as passed where sent_at is null`,
      [minutes],
    )
  /** Sends the emails that are due, as the schedule does. */
  const sendDue = async () => (await backend.call('admin/send-emails')).json()

  return {
    ...backend,
    listCommunity,
    decide,
    advanceMinutes,
    sendDue,
    /** Sends the emails that are due once a decision can no longer be undone. Returns the texts to a user, by default the owner. */
    readTexts: async ({ email } = owner) => {
      server.accepted.length = 0
      await advanceMinutes(2)
      await sendDue()
      const mine = server.accepted.filter(({ to }) => to.includes(email))
      return mine.map((one) => `${one.email.subject}\n${one.email.text}`)
    },
    /** Approves communities named `Number 1` and so on, until their emails are due. */
    approve: async (count: number) => {
      for (let number = 1; number <= count; number += 1) {
        await decide(await listCommunity(`Number ${number}`), { status: 'approved' })
      }
      await advanceMinutes(2)
    },
    outbox: async () => {
      const { rows } = await sql.query(
        `select kind, attempts, last_error, sent_at is not null as is_sent,
           given_up_at is not null as is_given_up
         from private.email_outbox where kind <> 'daily_summary' order by created_at, id`,
      )
      return rows
    },
    /** Deletes the emails that wait. */
    forgetEmails: () => sql.exec("delete from private.email_outbox where kind <> 'daily_summary'"),
    /** The subjects of all accepted emails, sorted. */
    subjects: () => server.accepted.map(({ email }) => email.subject ?? '').toSorted(),
    /** Deletes all emails and communities, and resets the server. */
    clear: async () => {
      server.setBehavior({})
      server.accepted.length = 0
      await sql.exec(
        // Today's summary counts as sent.
        `delete from public.communities;
         delete from private.email_outbox;
         insert into private.email_outbox (kind, recipient_id, event, sent_at)
         select 'daily_summary', id, (now() at time zone 'utc')::date, now()
         from public.profiles where is_admin`,
      )
    },
  }
}

/** The subjects of the emails of `approve`. */
export const approvalSubjects = (...numbers: number[]) =>
  numbers.map((number) => `“Number ${number}” was approved`)
