import { useSearchParams } from 'react-router-dom'
import { PasswordForm } from '@/features/system/auth/components/password-form'
import { useSession } from '@/features/system/auth/session-provider'
import { SecondFactors } from '@/features/system/auth/components/second-factors'
import { NoticeDevices } from '@/features/office/notifications/devices/notice-devices'
import { ProfileScreen } from '@/features/system/profile/components/profile-screen'

export function MyProfile() {
  const [search, setSearch] = useSearchParams()
  const { user } = useSession()
  return (
    <ProfileScreen
      mustChangePassword={search.get('change-password') === 'true' || user?.hasTemporaryPassword === true}
      secondFactors={<SecondFactors />}
      noticeDevices={<NoticeDevices />}
      passwordForm={<PasswordForm onChanged={() => setSearch({}, { replace: true })} />}
    />
  )
}
