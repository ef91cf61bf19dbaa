import { EmailLinkForm } from './sign-in/EmailLinkViews.tsx'
import type { ViewProps } from './sign-in/SignInView.tsx'

export function ForgotPasswordView({ email, continueTo, onView }: ViewProps) {
  return (
    <div className="space-y-4">
      <p>Enter your email address and we send you a link to set a new password.</p>
      <EmailLinkForm
        email={email}
        mail={{ kind: 'recovery', continueTo }}
        submitLabel="Send the link"
        onView={onView}
      />
    </div>
  )
}
