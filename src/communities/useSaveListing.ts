import { useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import type { Listing } from './listing.ts'
import type { ListingValues } from './listing-schema.ts'
import { type KnownGroups, saveGroups } from './save-groups.ts'
import { ListingGone, readListing, saveListing } from './save-listing.ts'
import { type SaveProblem, saveProblem } from './save-problem.ts'
import type { Role } from './vocabulary.ts'

type Options = {
  id: string
  listing: Listing | null
  role: Role
  knownGroups: { readonly current: KnownGroups }
  onSaved: (values: ListingValues) => void
  onProblem: (problem: SaveProblem) => void
}

/** Saves once at a time, and goes on from wherever an earlier attempt stopped. */
export function useSaveListing({ id, listing, role, knownGroups, onSaved, onProblem }: Options) {
  // The version that is edited; a save that stopped at the groups has already moved it on.
  const [base, setBase] = useState(listing)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const running = useRef(false)
  const failure = listing ? 'Failed to update community' : 'Failed to submit community'

  const once = async (action: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setSaving(true)
    try {
      await action()
    } catch (error) {
      const found = await saveProblem(error)
      setProblem(found)
      toast.error(failure)
      onProblem(found)
    } finally {
      running.current = false
      setSaving(false)
    }
  }

  const write = async (values: ListingValues, from: Listing | null) => {
    setProblem(null)
    const saved = await saveListing({ id, values, base: from, role })
    setBase(saved)
    await saveGroups(id, values.groups, knownGroups.current)
    toast.success(listing ? 'Community updated successfully' : 'Community submitted for review')
    onSaved(values)
  }

  return {
    base,
    saving,
    problem,
    failure,
    save: (values: ListingValues) => once(() => write(values, base)),
    /** Lays this edit over whatever somebody else saved meanwhile. */
    saveOver: (values: ListingValues) => once(async () => write(values, await readListing(id))),
    /** Takes the version that somebody else saved as the one to edit. */
    loadCurrent: (show: (current: Listing) => void) =>
      once(async () => {
        const current = await readListing(id)
        if (!current) throw new ListingGone()
        setBase(current)
        setProblem(null)
        show(current)
      }),
  }
}
