import type { SessionUser } from '../../session/useSession.ts'
import { type SaveButtonProps, SaveToggle } from './SaveButton.tsx'
import { useSaveInAccount } from './saved-in-account.ts'

type Props = SaveButtonProps & { user: SessionUser; isOnDevice: boolean }

/** A separate file, which `SaveButton` loads for signed-in users. */
export function SaveInAccount({ user, isOnDevice, ...props }: Props) {
  return (
    <SaveToggle
      {...props}
      {...useSaveInAccount({ user, community: props.community, isOnDevice })}
    />
  )
}
