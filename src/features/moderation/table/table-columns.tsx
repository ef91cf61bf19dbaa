import { Check, Eye, EyeOff, History, ListRestart, Pencil, Trash2, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import { hiddenBlocks, isLinkDead } from '../../community/blocks.ts'
import { CommunityImage } from '../../community/CommunityImage.tsx'
import { textLanguage } from '../../community/languages.ts'
import { StatusBadge } from '../../community/StatusBadge.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { Column } from '../../../ui/DataTable.tsx'
import { formatDate } from '../../../ui/format.ts'
import { approve, type Decision, hide, reject } from '../queue/decisions.ts'
import type { AdminCommunity } from '../queue/queue.ts'
import type { OnOpen } from '../queue/ReviewPanel.tsx'
import type { Decisions } from '../queue/useDecisions.ts'
import { UndoBar } from '../queue/UndoBar.tsx'
import { canHide, returnToPending, showAgain } from '../queue/visibility-decisions.ts'
import { IconButton, OwnerEmail } from '../../admin/ListParts.tsx'

export type TableDialog = 'show' | Parameters<OnOpen>[1]

export const tableColumns = (
  decisions: Decisions,
  onOpen: (community: AdminCommunity, dialog: TableDialog) => void,
  /** The card that offers to undo the last decision. */
  undoId: string | undefined,
): Column<AdminCommunity>[] => [
  {
    header: 'Community',
    hidesHeaderInCards: true,
    sortBy: 'name',
    cell: (community) => (
      <NameAndPlace community={community} onShow={() => onOpen(community, 'show')} />
    ),
    // Long emails in the next column must not squeeze the names.
    className: 'lg:min-w-56 xl:min-w-60',
  },
  {
    header: 'Owner',
    sortBy: 'owner',
    cell: ({ owner }) => (
      <>
        <p dir="auto" translate="no" className="line-clamp-2 w-fit">
          {owner.name}
        </p>
        <OwnerEmail owner={owner} />
      </>
    ),
    className: 'lg:min-w-44 xl:min-w-52',
  },
  {
    header: 'Status',
    sortBy: 'status',
    cell: (community) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge community={community} />
        {isLinkDead(community) && <Badge tone="red">Dead link</Badge>}
        {community.held_changes && <Badge tone="yellow">Changes</Badge>}
        {community.groups_changed_at && <Badge tone="yellow">Groups</Badge>}
        {community.name_changed_at && <Badge tone="yellow">New name</Badge>}
        {community.requested_place && <Badge tone="yellow">Place requested</Badge>}
      </span>
    ),
  },
  {
    header: 'Created',
    sortBy: 'created',
    cell: ({ created_at }) => formatDate(created_at),
    className: 'whitespace-nowrap',
  },
  {
    header: 'Actions',
    hidesHeaderInCards: true,
    cell: (community) => (
      <Actions
        community={community}
        decisions={decisions}
        hasUndo={community.id === undoId}
        onOpen={(dialog) => onOpen(community, dialog)}
      />
    ),
    className: 'lg:w-px',
  },
]

type NameProps = { community: AdminCommunity; onShow: () => void }

function NameAndPlace({ community, onShow }: NameProps) {
  return (
    <div className="flex items-center gap-3">
      <CommunityImage isThumbnail src={community.image_url} className="h-12 w-[4.5rem]" />
      <div className="min-w-0">
        <button
          dir="auto"
          type="button"
          lang={textLanguage(community.languages)}
          translate="no"
          className="line-clamp-2 rounded-sm text-left font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          onClick={onShow}
        >
          {community.name}
        </button>
        <p className="text-ink-soft">
          <span dir="auto">{community.location ?? community.requested_place}</span>
          {community.place && (
            <span className="max-xl:hidden">{`, ${community.place.country}`}</span>
          )}
        </p>
      </div>
    </div>
  )
}

/** On the smallest phones without icons, so that all actions of a card fit in one row. */
const decisionClass = 'max-[23rem]:not-aria-busy:[&>svg]:hidden'

type ActionsProps = {
  community: AdminCommunity
  decisions: Decisions
  hasUndo: boolean
  onOpen: (dialog: TableDialog) => void
}

function Actions({ community, decisions, hasUndo, onOpen }: ActionsProps) {
  const { name, status } = community

  return (
    <>
      <div className="flex flex-wrap items-center gap-y-2 sm:gap-x-1 lg:flex-nowrap lg:justify-end">
        {status === 'pending' && (
          <div className="mr-1 flex gap-2">
            <DecisionButton
              decision={approve(community)}
              decisions={decisions}
              className={decisionClass}
              icon={Check}
              aria-label={`Approve ${isolate(name)}`}
            >
              Approve
            </DecisionButton>
            <DecisionButton
              decision={reject(community)}
              decisions={decisions}
              variant="secondary"
              className={decisionClass}
              icon={X}
              aria-label={`Reject ${isolate(name)}`}
            >
              Reject
            </DecisionButton>
          </div>
        )}
        <VisibilityActions community={community} decisions={decisions} />
        <IconButton icon={Pencil} label={`Edit ${isolate(name)}`} onClick={() => onOpen('edit')} />
        <IconButton
          icon={Trash2}
          label={`Delete ${isolate(name)}`}
          onClick={() => onOpen('delete')}
        />
        <IconButton
          icon={History}
          label={`History of ${isolate(name)}`}
          onClick={() => onOpen('history')}
        />
      </div>
      {/* As wide as the buttons, however long the name is. */}
      {hasUndo && (
        <div className="mt-2 w-0 min-w-full overflow-hidden rounded-xl">
          <UndoBar {...decisions.undoBar} />
        </div>
      )}
    </>
  )
}

type ButtonProps = ComponentProps<typeof Button> & { decision: Decision; decisions: Decisions }

/** Makes a decision, or asks for its reason first. */
function DecisionButton({ decision, decisions, ...button }: ButtonProps) {
  const { community, kind, question } = decision
  return (
    <Button
      size="sm"
      isPending={decisions.savingKind(community) === kind}
      onClick={(event) => {
        const { id, updated_at } = community
        if (decisions.isDoublePress(`${id} ${updated_at}`, event)) return
        if (question) decisions.ask({ decisions: [decision] })
        else void decisions.decide(decision)
      }}
      {...button}
    />
  )
}

type VisibilityProps = { community: AdminCommunity; decisions: Decisions }

/** Takes an approved community out of the directory, or shows a hidden one again. */
function VisibilityActions({ community, decisions }: VisibilityProps) {
  const { name, status } = community
  if (status !== 'approved') return null
  const isHidden = hiddenBlocks(community).length > 0
  const button = { decisions, variant: 'ghost' } as const
  return (
    <>
      {isHidden && (
        <DecisionButton
          {...button}
          decision={showAgain(community)}
          icon={Eye}
          title="Show again"
          aria-label={`Show ${isolate(name)} again`}
        />
      )}
      {canHide(community) && (
        <DecisionButton
          {...button}
          decision={hide(community)}
          icon={EyeOff}
          title={isHidden ? 'Keep hidden' : 'Hide'}
          aria-label={isHidden ? `Keep ${isolate(name)} hidden` : `Hide ${isolate(name)}`}
        />
      )}
      <DecisionButton
        {...button}
        decision={returnToPending(community)}
        icon={ListRestart}
        title="Return to pending"
        aria-label={`Return ${isolate(name)} to pending`}
      />
    </>
  )
}
