import { cleanLine } from '../../lib/clean-text.ts'
import { type DirectoryFilter, maxSearchLength, type Sort } from './directory-view.ts'

/*
 * The arguments of the public pages' calls, for their queries and for src/app/static/early-requests.ts. The same search has
 * the same ones in the same order, so that browsers and shared caches see the same URL.
 */

export const listColumns =
  'id,name,summary,location,country,category,join_type,member_count,joins,is_verified,languages,image_url,approval_date,group_count,link_checked_at,rank'

export const detailColumns = `${listColumns},description,groups` as const

/** Fills complete rows of one, two or three cards. */
export const pageSize = 24

/** The database's defaults for missing arguments. */
export const databaseDefaults = { sort: 'newest', pageSize: 24 } as const

/** Returns a search as it is sent: in lower case, with single spaces, and without invisible characters. */
export function normalizeSearch(typed: string): string {
  // Normalized again, because removing a character can join two others.
  const words = cleanLine(typed.normalize('NFKC')).normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  // One character at a time: as a word, ΟΔΟΣ would end in ς, which the database does not equate with σ.
  const inLowerCase = Array.from(words, (character) => character.toLowerCase()).join('')
  return Array.from(inLowerCase).slice(0, maxSearchLength).join('').trimEnd()
}

/** Returns the arguments shared by searching and counting, without empty ones. */
export function searchArguments(filter: DirectoryFilter) {
  const { location, category, join_type, language } = filter
  const search = normalizeSearch(filter.search)
  return {
    ...(search && { search }),
    ...(location && { location }),
    ...(category && { category }),
    ...(join_type && { join_type }),
    ...(language && { language }),
  }
}

export type ListInput = { filter: DirectoryFilter; sort: Sort; pageSize: number }

/** Returns the arguments of a page of a list. One extra row tells whether there is another page. */
export const pageArguments = ({ filter, sort, pageSize: size }: ListInput) => ({
  ...searchArguments(filter),
  ...(sort !== databaseDefaults.sort && { sort }),
  ...(size + 1 !== databaseDefaults.pageSize && { page_size: size + 1 }),
})
