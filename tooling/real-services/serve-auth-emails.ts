import { readFileSync } from 'node:fs'
import { readConfig } from '../../supabase/local/config.ts'
import { listen } from '../../supabase/local/listen.ts'

/**
 * Serves the templates of supabase/templates, because the auth service loads them from URLs.
 *
 * @returns the environment variables of the auth service that refer to them
 */
export async function serveAuthEmails() {
  const { template, notification } = readConfig().emails
  const server = await listen()
  const pages = new Map<string, string>()
  const env: Record<string, string> = {}

  const add = (name: string, email: { subject: string; content_path: string }) => {
    pages.set(`/${name}`, readFileSync(email.content_path, 'utf8'))
    env[`GOTRUE_MAILER_SUBJECTS_${name}`] = email.subject
    env[`GOTRUE_MAILER_TEMPLATES_${name}`] = `${server.url}/${name}`
  }
  for (const [name, email] of Object.entries(template)) add(name.toUpperCase(), email)
  for (const [name, email] of Object.entries(notification)) {
    add(`${name.toUpperCase()}_NOTIFICATION`, email)
    env[`GOTRUE_MAILER_NOTIFICATIONS_${name.toUpperCase()}_ENABLED`] = 'true'
  }

  server.serve((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page === undefined ? 404 : 200).end(page)
  })
  return { env, stop: () => server.close() }
}
