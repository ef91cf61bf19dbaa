import { Link, useLocation } from 'react-router-dom'
import { changeQuery } from '../../lib/url-params.ts'
import { openedFrom } from '../../lib/useDialogInUrl.ts'
import { textLink } from '../../ui/text-link.ts'

const noDialog = { show: null, edit: null, activity: null, user: null }

type Props = { dialog: 'show' | 'user'; to: { id: string; name: string } }

/** Opens a community ('show') or a user's file on top of the current view, in place of the open dialog. */
export function DialogLink({ dialog, to: { id, name } }: Props) {
  const { pathname, search } = useLocation()
  // The table of users has no dialog for communities.
  const isOtherTab = dialog === 'show' && new URLSearchParams(search).get('tab') === 'users'
  return (
    <Link
      dir="auto"
      translate="no"
      className={textLink}
      to={{ search: changeQuery(isOtherTab ? '' : search, { ...noDialog, [dialog]: id }) }}
      state={openedFrom(pathname)}
    >
      {name}
    </Link>
  )
}
