import {
  BadgeCheck,
  ChartColumn,
  Ellipsis,
  Eye,
  Pause,
  Play,
  Scale,
  Trash2,
  Undo2,
  UserPlus,
} from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { isolate } from '../../lib/isolate.ts'
import { SmallButton } from '../../ui/Button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { hasBlock } from '../community/blocks.ts'
import type { OwnCommunity } from '../community/own-community-queries.ts'
import { canAppeal } from '../moderation/appeals/Appeal.tsx'
import { canProve } from '../ownership/OwnersProof.tsx'
import { useResume } from './Activity.tsx'
import type { RowDialog } from './RowDialogs.tsx'

type Props = {
  community: OwnCommunity
  /** As the row shows it. */
  name: string
  /** Whether visitors see the community. */
  isShown: boolean
  /** Whether the user can change nothing. */
  isDisabled: boolean
  onOpen: (dialog: RowDialog) => void
  /** Undefined for a co-owner. */
  onDelete: (() => void) | undefined
}

/** What an owner does less often with a community. */
export function RowMenu({ community, name, isShown, isDisabled, onOpen, onDelete }: Props) {
  const navigate = useNavigate()
  const resume = useResume(community)
  const isApproved = community.status === 'approved'
  const isPaused = hasBlock(community, 'paused')
  const write = { isDisabled }

  return (
    <Menu
      trigger={(props) => (
        <SmallButton icon={Ellipsis} aria-label={`More for ${isolate(name)}`} {...props}>
          More
        </SmallButton>
      )}
    >
      {isShown && (
        <MenuItem
          icon={Eye}
          onSelect={() => void navigate(`/communities?community=${community.id}`)}
        >
          Public view
        </MenuItem>
      )}
      {isApproved && (
        <MenuItem icon={ChartColumn} onSelect={() => onOpen('numbers')}>
          Numbers
        </MenuItem>
      )}
      {isApproved && isPaused && (
        <MenuItem icon={Play} onSelect={() => void resume.run()} {...write}>
          Resume
        </MenuItem>
      )}
      {isApproved && !isPaused && !hasBlock(community, 'asleep') && (
        <MenuItem icon={Pause} onSelect={() => onOpen('pause')} {...write}>
          Pause
        </MenuItem>
      )}
      <MenuItem icon={UserPlus} onSelect={() => onOpen('people')} {...write}>
        People
      </MenuItem>
      {canProve(community, Boolean(onDelete)) && (
        <MenuItem icon={BadgeCheck} onSelect={() => onOpen('prove')} {...write}>
          Prove that this is your group
        </MenuItem>
      )}
      {community.held_changes && (
        <MenuItem icon={Undo2} onSelect={() => onOpen('withdraw')} {...write}>
          Withdraw changes
        </MenuItem>
      )}
      {onDelete && canAppeal(community) && (
        <MenuItem icon={Scale} onSelect={() => onOpen('appeal')} {...write}>
          Appeal
        </MenuItem>
      )}
      {onDelete && (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash2} onSelect={onDelete} {...write}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
