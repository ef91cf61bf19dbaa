import { useState } from 'react'

/** Rows that were chosen. One that is gone, decided by somebody else, is chosen no more. */
export function useSelection<Row extends { id: string }>(all: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    rows: all.filter(({ id }) => ids.has(id)),
    toggle: ({ id }: Row) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    set: (rows: readonly Row[]) => setIds(new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
