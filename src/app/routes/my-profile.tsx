import { useSearchParams } from 'react-router-dom'
import { PasswordForm } from '@/features/auth/components/password-form'
import { ProfileScreen } from '@/features/profile/components/profile-screen'

export function Component() {
  const [search, setSearch] = useSearchParams()
  return (
    <ProfileScreen
      mustChangePassword={search.get('change-password') === 'true'}
      passwordForm={<PasswordForm onChanged={() => setSearch({}, { replace: true })} />}
    />
  )
}
