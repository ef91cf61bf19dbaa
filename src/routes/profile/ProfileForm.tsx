import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'react-hot-toast'
import { useSession } from '../../session/useSession.ts'
import { supabase } from '../../supabase/client.ts'
import { errorMessage } from '../../supabase/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Feedback.tsx'
import { TextField } from '../../ui/Field.tsx'
import { type ProfileValues, profileSchema } from './profile-schema.ts'

type Props = {
  userId: string
  profile: ProfileValues
  onSaved: (profile: ProfileValues) => void
}

export function ProfileForm({ userId, profile, onSaved }: Props) {
  const { refreshProfile } = useSession()
  const { register, handleSubmit, formState, setError } = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema),
    defaultValues: profile,
  })
  const { errors, isSubmitting } = formState

  const save = handleSubmit(async (values) => {
    const { data, error } = await supabase
      .from('profiles')
      .update(values)
      .eq('id', userId)
      .select('name, email, phone')
      .maybeSingle()
    if (error || !data) {
      toast.error('Error updating profile')
      setError('root', { message: errorMessage(error, 'Nothing was saved. Please try again.') })
      return
    }
    toast.success('Profile updated successfully')
    void refreshProfile()
    onSaved(data)
  })

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="space-y-4">
      <TextField
        label="Full Name"
        required
        autoFocus
        autoComplete="name"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Phone"
        type="tel"
        required
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone')}
      />
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      <Button type="submit" busy={isSubmitting} className="w-full">
        Save Changes
      </Button>
    </form>
  )
}
