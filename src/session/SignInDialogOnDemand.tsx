import { onDemandDialog } from '../ui/loadOnDemand.tsx'

export const SignInDialogOnDemand = onDemandDialog(
  async () => (await import('./SignInDialog.tsx')).SignInDialog,
  { title: 'Sign in', size: 'sm' },
)
