import { notifications } from '@mantine/notifications'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { newPasswordRefusal } from '@/machines/auth-mode/auth-messages'
import { changePassword } from '../api/change-password.mutation'
import { useSession } from '../session-provider'
import { NewPasswordForm } from './new-password-form'

/** Changes the signed-in person's password and keeps them signed in, for example on /my-profile. */
export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const { user, passwordChanged } = useSession()
  const change = useActMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      passwordChanged()
      notifications.show({ message: 'Password updated successfully.' })
      onChanged?.()
    },
  })

  return (
    <NewPasswordForm
      key={change.submittedAt && change.isSuccess ? change.submittedAt : 'first'}
      email={user?.email ?? null}
      submitLabel="Change password"
      isBusy={change.isPending}
      problem={change.error ? newPasswordRefusal(change.error) : null}
      submit={(password) => {
        if (!change.isPending) change.mutate({ password: password.trim() })
      }}
    />
  )
}
