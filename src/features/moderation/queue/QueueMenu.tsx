import {
  Ellipsis,
  Eye,
  EyeOff,
  History,
  MessageCircleQuestionMark,
  Pencil,
  Trash2,
} from 'lucide-react'
import { hiddenBlocks } from '../../community/blocks.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { hide, type Decision } from './decisions.ts'
import { pendingReason, type QueuedCommunity } from './queue.ts'
import type { OnOpen } from './ReviewPanel.tsx'
import { KeyHint } from './shortcuts.tsx'
import type { Decisions } from './useDecisions.ts'
import { askOwner, canHide, showAgain } from './visibility-decisions.ts'

type Props = {
  community: QueuedCommunity
  decisions: Decisions
  /** Whether the community has been decided or changed since the reviewer opened it: only its history is left. */
  isFrozen: boolean
  onOpen: OnOpen
}

/** What a reviewer can do with a community other than answering what waits. */
export function QueueMenu(props: Props) {
  return (
    <Menu
      opensUp
      trigger={(trigger) => (
        <Button
          {...trigger}
          variant="secondary"
          icon={Ellipsis}
          title="More"
          className="max-sm:w-9 max-sm:px-0 max-[23rem]:w-8 max-[23rem]:min-w-8!"
        >
          <span className="max-sm:sr-only">More</span>
        </Button>
      )}
    >
      <MenuItems {...props} />
    </Menu>
  )
}

function MenuItems({ community, decisions, isFrozen, onOpen }: Props) {
  const isHidden = hiddenBlocks(community).length > 0
  const ask = (decision: Decision) => decisions.ask({ decisions: [decision] })
  const history = (
    <MenuItem icon={History} onSelect={() => onOpen(community, 'history')}>
      History
    </MenuItem>
  )
  if (isFrozen) return history
  return (
    <>
      {history}
      <MenuItem icon={Pencil} onSelect={() => onOpen(community, 'edit')}>
        <span>Edit</span> <KeyHint>E</KeyHint>
      </MenuItem>
      {community.status !== 'rejected' && (
        <MenuItem icon={MessageCircleQuestionMark} onSelect={() => ask(askOwner(community))}>
          Ask the owner
        </MenuItem>
      )}
      {isHidden && community.status === 'approved' && (
        <MenuItem icon={Eye} onSelect={() => void decisions.decide(showAgain(community))}>
          Show again
        </MenuItem>
      )}
      {canHide(community) && (
        <MenuItem icon={EyeOff} onSelect={() => ask(hide(community))}>
          <span>{isHidden ? 'Keep hidden' : 'Hide'}</span> <KeyHint>H</KeyHint>
        </MenuItem>
      )}
      {pendingReason(community) === 'reports' && (
        <MenuItem icon={Trash2} onSelect={() => onOpen(community, 'delete')}>
          Delete
        </MenuItem>
      )}
    </>
  )
}
