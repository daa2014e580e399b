import { useSearchParams } from 'react-router-dom'
import { PasswordForm } from '@/features/system/auth/components/password-form'
import { ProfileScreen } from '@/features/system/profile/components/profile-screen'

export function MyProfile() {
  const [search, setSearch] = useSearchParams()
  return (
    <ProfileScreen
      mustChangePassword={search.get('change-password') === 'true'}
      passwordForm={<PasswordForm onChanged={() => setSearch({}, { replace: true })} />}
    />
  )
}
