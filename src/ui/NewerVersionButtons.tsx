import { Button } from './Button.tsx'

type Props = {
  isPending: boolean
  onLoad: (() => void) | false
  onSaveMine: (() => void) | false
}

/** The ways to continue when a save was refused because a newer version is stored. */
export function NewerVersionButtons({ isPending, onLoad, onSaveMine }: Props) {
  const look = { variant: 'secondary', size: 'sm', isPending } as const
  return (
    <>
      {onLoad && (
        <Button {...look} onClick={onLoad}>
          Load current version
        </Button>
      )}
      {onSaveMine && (
        <Button {...look} onClick={onSaveMine}>
          Save mine instead
        </Button>
      )}
    </>
  )
}
