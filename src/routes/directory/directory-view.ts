import {
  createParser,
  createSerializer,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs'
import { allCategories, allJoinTypes, allLocations } from '../../communities/vocabulary.ts'
import { useHydrated } from '../../ui/useHydrated.ts'

export const sorts = ['newest', 'members', 'name'] as const
export type Sort = (typeof sorts)[number]

/** As much of a search as the database looks at. */
const searchLength = 100

/** The parameters of /communities. What the address does not say, or says wrongly, is the default. */
const params = {
  q: createParser({
    parse: (text) => text.trim().slice(0, searchLength),
    serialize: String,
  }).withDefault(''),
  place: parseAsStringLiteral(allLocations),
  category: parseAsStringLiteral(allCategories),
  join: parseAsStringLiteral(allJoinTypes),
  sort: parseAsStringLiteral(sorts).withDefault('newest'),
  /** The id of the one community that is shown in place of the list. */
  community: parseAsString,
}

/** What /communities shows. */
export type DirectoryView = inferParserType<typeof params>

/** What narrows the list. */
export type DirectoryFilter = Pick<DirectoryView, 'q' | 'place' | 'category' | 'join'>

export const noFilter: DirectoryFilter = { q: '', place: null, category: null, join: null }

/** /communities as the build writes it: it knows nothing of the address. */
const plainView: DirectoryView = { ...noFilter, sort: 'newest', community: null }

const serialize = createSerializer(params)

/** The address of a list. Every filter is a link, which can be shared and opened in another tab. */
export const addressOfList = (view: Partial<DirectoryView>) => serialize('/communities', view)

/** The address of a community; its place is for those who follow the link once it is not listed any more. */
export const addressOfCommunity = ({
  id,
  location,
}: {
  id: string
  location: DirectoryView['place']
}) => serialize('/communities', { community: id, place: location })

/** The view in the address, and how to search while somebody types. */
export function useDirectoryView() {
  const [view, setView] = useQueryStates(params, { history: 'replace', shallow: false })
  return {
    view: useHydrated() ? view : plainView,
    search: (q: string) => void setView({ q }),
    sortBy: (sort: Sort) => void setView({ sort }, { history: 'push' }),
  }
}
