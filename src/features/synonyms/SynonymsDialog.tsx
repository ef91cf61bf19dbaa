import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isolate } from '../../lib/isolate.ts'
import { Pencil, SearchX, Trash2, WholeWord } from 'lucide-react'
import { useState } from 'react'
import { containsWords } from '../../lib/plain-words.ts'
import { ConfirmActionDialog } from '../data/ConfirmButton.tsx'
import { GhostButton } from '../../ui/Button.tsx'
import { EmptyState, StaleNotice } from '../../ui/Feedback.tsx'
import { formatCountOf } from '../../ui/format.ts'
import { ListDialog } from '../admin/ListDialog.tsx'
import { LoadState } from '../admin/ListParts.tsx'
import { allSynonyms, deleteSynonyms, reloadSynonyms, type Synonyms } from './synonyms.ts'
import { SynonymsFormDialog } from './SynonymsFormDialog.tsx'

type OpenedSynonyms = { action: 'edit' | 'delete'; synonyms: Synonyms }
type Opened = { action: 'add'; synonyms?: undefined } | OpenedSynonyms

const firstWord = ({ terms: [first = ''] }: Synonyms) => first

export function SynonymsDialog({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [outcome, setOutcome] = useState('')
  const query = useQuery(allSynonyms)
  const found = query.data?.filter(({ terms }) => containsWords(terms.join(' '), search))

  const finish = (synonyms: Synonyms, verb: string) => {
    setOpened(null)
    setOutcome(`Synonyms of ${firstWord(synonyms)} ${verb}`)
  }

  return (
    <ListDialog
      title="Synonyms"
      description="Words that mean the same. A search for one of these words also finds the others."
      searchLabel="Search synonyms"
      search={search}
      onSearch={setSearch}
      addLabel="Add synonyms"
      onAdd={() => setOpened({ action: 'add' })}
      outcome={outcome}
      onClose={onClose}
    >
      <StaleNotice query={query} />
      {found ? (
        <SynonymsList rows={found} onOpen={setOpened} />
      ) : (
        <LoadState query={query} failure="Error loading synonyms" />
      )}
      {found?.length === 0 && <NoSynonyms search={search} />}
      {(opened?.action === 'add' || opened?.action === 'edit') && (
        <SynonymsFormDialog
          edited={opened.synonyms}
          onClose={() => setOpened(null)}
          onSaved={(saved) => finish(saved, opened.synonyms ? 'saved' : 'added')}
        />
      )}
      {opened?.action === 'delete' && (
        <DeleteSynonymsDialog
          synonyms={opened.synonyms}
          onClose={() => setOpened(null)}
          onDeleted={() => finish(opened.synonyms, 'deleted')}
        />
      )}
    </ListDialog>
  )
}

type ListProps = { rows: Synonyms[]; onOpen: (opened: OpenedSynonyms) => void }

function SynonymsList({ rows, onOpen }: ListProps) {
  return (
    <>
      <p role="status" className="pb-1.5 text-sm text-ink-soft">
        {formatCountOf(rows.length, 'group', 'groups')}
      </p>
      <ul aria-label="Synonyms" className="divide-y divide-line border-t border-line empty:hidden">
        {rows.map((synonyms) => (
          <li key={synonyms.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <p dir="auto" translate="no" className="min-w-0 flex-1 basis-60">
              {synonyms.terms.map(isolate).join(', ')}
            </p>
            <div className="-ml-2.5 flex gap-1 sm:ml-0">
              <GhostButton
                icon={Pencil}
                aria-label={`Edit synonyms of ${firstWord(synonyms)}`}
                onClick={() => onOpen({ action: 'edit', synonyms })}
              >
                Edit
              </GhostButton>
              <GhostButton
                icon={Trash2}
                aria-label={`Delete synonyms of ${firstWord(synonyms)}`}
                onClick={() => onOpen({ action: 'delete', synonyms })}
              >
                Delete
              </GhostButton>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function NoSynonyms({ search }: { search: string }) {
  return (
    <EmptyState
      title={search ? 'No synonyms found' : 'No synonyms yet'}
      icon={search ? SearchX : WholeWord}
    >
      {search ? 'No words match this search.' : 'Add the first words that mean the same.'}
    </EmptyState>
  )
}

type DeleteProps = { synonyms: Synonyms; onClose: () => void; onDeleted: () => void }

function DeleteSynonymsDialog({ synonyms, onClose, onDeleted }: DeleteProps) {
  const queries = useQueryClient()
  return (
    <ConfirmActionDialog
      onClose={onClose}
      title="Delete synonyms"
      subject={synonyms.terms.map(isolate).join(', ')}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      tone="danger"
      action={{
        write: async () => {
          await deleteSynonyms(synonyms)
          await reloadSynonyms(queries)
        },
        failure: 'Failed to delete synonyms',
        onSuccess: onDeleted,
        onError: () => void reloadSynonyms(queries),
      }}
    >
      <p>A search for one of these words will no longer find the others.</p>
    </ConfirmActionDialog>
  )
}
