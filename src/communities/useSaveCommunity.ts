import { useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import type { Community } from './fields.ts'
import type { CommunityValues } from './community-schema.ts'
import { type KnownGroups, saveGroups } from './save-groups.ts'
import { CommunityGone, readCommunity, saveCommunity } from './save-community.ts'
import { type SaveProblem, saveProblem } from './save-problem.ts'
import type { Role } from './vocabulary.ts'

type Options = {
  id: string
  community: Community | null
  role: Role
  knownGroups: { readonly current: KnownGroups }
  onSaved: (values: CommunityValues) => void
  onProblem: (problem: SaveProblem) => void
}

/** Saves once at a time, and goes on from wherever an earlier attempt stopped. */
export function useSaveCommunity({
  id,
  community,
  role,
  knownGroups,
  onSaved,
  onProblem,
}: Options) {
  // The version that is edited; a save that stopped at the groups has already moved it on.
  const [base, setBase] = useState(community)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const running = useRef(false)
  const failure = community ? 'Failed to update community' : 'Failed to submit community'

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

  const write = async (values: CommunityValues, from: Community | null) => {
    setProblem(null)
    const saved = await saveCommunity({ id, values, base: from, role })
    setBase(saved)
    await saveGroups(id, values.groups, knownGroups.current)
    toast.success(community ? 'Community updated successfully' : 'Community submitted for review')
    onSaved(values)
  }

  return {
    base,
    saving,
    problem,
    failure,
    save: (values: CommunityValues) => once(() => write(values, base)),
    /** Lays this edit over whatever somebody else saved meanwhile. */
    saveOver: (values: CommunityValues) => once(async () => write(values, await readCommunity(id))),
    /** Takes the version that somebody else saved as the one to edit. */
    loadCurrent: (show: (current: Community) => void) =>
      once(async () => {
        const current = await readCommunity(id)
        if (!current) throw new CommunityGone()
        setBase(current)
        setProblem(null)
        show(current)
      }),
  }
}
