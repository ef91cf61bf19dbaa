import { Notice } from '../ui/Feedback.tsx'
import type { SentMail } from './continue-to.ts'
import { describeLinkProblem, type LinkProblem } from './link-problems.ts'
import { EmailLinkForm } from './EmailLinkForm.tsx'
import type { View } from './SignInDialog.tsx'

type Props = { problem: LinkProblem; mail: SentMail; onView: (view: View) => void }

/** Where a link from an email ends that has expired, was used already or is incomplete. */
export function LinkProblemView({ problem, mail, onView }: Props) {
  return (
    <div className="space-y-4">
      <Notice tone="warning">{describeLinkProblem(problem)}</Notice>
      <p>
        {mail.kind === 'signup'
          ? 'Enter your email address to get a new link and confirm it.'
          : 'Enter your email address to get a new link. With it you can set a new password.'}
      </p>
      <EmailLinkForm email="" mail={mail} submitLabel="Send a new link" onView={onView} />
    </div>
  )
}
