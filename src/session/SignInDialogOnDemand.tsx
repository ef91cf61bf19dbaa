import { onDemand } from '../ui/onDemand.tsx'
import type { SignInDialogProps } from './SignInDialog.tsx'

export const SignInDialogOnDemand = onDemand<SignInDialogProps>({
  load: async () => (await import('./SignInDialog.tsx')).SignInDialog,
  onFailed: ({ onDismiss }) => onDismiss(),
  failure: 'The sign-in form did not load. Check your connection and try again.',
})
