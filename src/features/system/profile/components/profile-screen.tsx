import { Alert, Paper, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { AvatarForm } from './avatar-form'
import { OwnDataForm } from './own-data-form'
import { OwnLengthUnit } from './own-length-unit'

type ProfileScreenProps = {
  /** True when the person signed in with a password that another person gave them. */
  mustChangePassword: boolean
  passwordForm: ReactNode
  secondFactors: ReactNode
  noticeDevices: ReactNode
}

const paper = 'var(--signwright-paper)'
const line = '1px solid var(--signwright-line)'

/** /my-profile: picture, own data, password, second factor, devices that show notices. A temporary password comes first. */
export function ProfileScreen({ mustChangePassword, passwordForm, secondFactors, noticeDevices }: ProfileScreenProps) {
  const { id } = useCurrentUser()
  const data = (
    <Paper key="data" p="lg" mb="lg" bg={paper} bd={line} component="section" aria-labelledby="data-heading">
      <Title order={2} id="data-heading" mb="md">
        Your data
      </Title>
      <OwnDataForm userId={id} />
      <OwnLengthUnit userId={id} />
    </Paper>
  )
  const password = (
    <Paper key="password" p="lg" mb="lg" bg={paper} bd={line} component="section" aria-labelledby="password-heading">
      <Title order={2} id="password-heading" mb="md">
        Password
      </Title>
      {mustChangePassword ? (
        <Alert icon={<IconKey />} color="yellow" mb="md" title="Please choose a password of your own">
          The one you came with was temporary.
        </Alert>
      ) : null}
      {passwordForm}
    </Paper>
  )
  return (
    <PageFrame title="My Profile" width="text">
      <AvatarForm />
      {mustChangePassword ? [password, data] : [data, password]}
      <Paper p="lg" mb="lg" bg={paper} bd={line} component="section" aria-labelledby="second-factor-heading">
        <Title order={2} id="second-factor-heading" mb="md">
          Second factor
        </Title>
        {secondFactors}
      </Paper>
      <Paper p="lg" mb="lg" bg={paper} bd={line} component="section" aria-labelledby="devices-heading">
        <Title order={2} id="devices-heading" mb="md">
          Notices on your devices
        </Title>
        {noticeDevices}
      </Paper>
    </PageFrame>
  )
}
