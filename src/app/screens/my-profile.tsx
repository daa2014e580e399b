import { useSearchParams } from 'react-router-dom'
import { PasswordForm } from '@/features/system/auth/components/password-form'
import { SecondFactors } from '@/features/system/auth/components/second-factors'
import { ProfileScreen } from '@/features/system/profile/components/profile-screen'

export function MyProfile() {
  const [search, setSearch] = useSearchParams()
  return (
    <ProfileScreen
      mustChangePassword={search.get('change-password') === 'true'}
      secondFactors={<SecondFactors />}
      passwordForm={<PasswordForm onChanged={() => setSearch({}, { replace: true })} />}
    />
  )
}
