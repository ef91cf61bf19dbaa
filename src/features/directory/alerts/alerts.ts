import { queryOptions } from '@tanstack/react-query'
import type { SessionUser } from '../../session/useSession.ts'
import type { Tables } from '../../../supabase/database.types.ts'
import { unwrap } from '../../../supabase/errors.ts'
import { loadClient } from '../../../supabase/load-client.ts'

/* Alerts: a user is emailed about new communities that match a filter of the directory. */

export type AlertFilter = Pick<Tables<'alerts'>, (typeof filterNames)[number]>
const filterNames = ['search', 'location', 'category', 'join_type', 'language'] as const

export type Alert = AlertFilter & Pick<Tables<'alerts'>, 'id'>

/** The alerts of the signed-in user, oldest first. */
export const alertsQuery = (user: SessionUser) =>
  queryOptions({
    queryKey: ['alerts', user.id],
    queryFn: async (): Promise<Alert[]> => {
      const alerts = (await loadClient()).from('alerts')
      const columns = 'id, search, location, category, join_type, language'
      return unwrap(await alerts.select(columns).order('created_at').order('id'))
    },
    staleTime: 60_000,
  })

/** Finds the alert with the same filter. `location` is the current name of a place. */
export const findAlert = (alerts: readonly Alert[], filter: AlertFilter): Alert | undefined =>
  alerts.find((alert) => filterNames.every((name) => alert[name] === filter[name]))

/**
 * Adds an alert, and turns the emails about alerts on. Safe to repeat.
 *
 * @throws UserError with the database's reason when it refuses
 */
export async function addAlert(user: SessionUser, filter: AlertFilter): Promise<void> {
  const { search, location, category, join_type, language } = filter
  const row = { user_id: user.id, search, location, category, join_type, language }
  unwrap(await (await loadClient()).from('alerts').insert(row))
}

export async function deleteAlert(id: string): Promise<void> {
  unwrap(await (await loadClient()).from('alerts').delete().eq('id', id))
}
