import { SmallButton } from './Button.tsx'

type Props = {
  isPending: boolean
  onLoad: (() => void) | false
  onSaveMine: (() => void) | false
}

/** The ways to continue when a save was refused because a newer version is stored. */
export function NewerVersionButtons({ isPending, onLoad, onSaveMine }: Props) {
  return (
    <>
      {onLoad && (
        <SmallButton isPending={isPending} onClick={onLoad}>
          Load current version
        </SmallButton>
      )}
      {onSaveMine && (
        <SmallButton isPending={isPending} onClick={onSaveMine}>
          Save mine instead
        </SmallButton>
      )}
    </>
  )
}
