import { Alert, Avatar, Group, Paper, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCurrentUser } from '@/shared/ui/current-user'
import { PageFrame } from '@/shared/ui/page-frame'

type ProfileScreenProps = {
  /** The person came with a password that somebody else gave them. */
  mustChangePassword: boolean
  passwordForm: ReactNode
}

export function ProfileScreen({ mustChangePassword, passwordForm }: ProfileScreenProps) {
  const { name, email, avatarUrl, rights } = useCurrentUser()
  return (
    <PageFrame title="My Profile" width="text">
      <Group mb="lg" wrap="nowrap">
        <Avatar src={avatarUrl} name={name} color="process" size={64} alt="" />
        <div>
          <Text fw={650}>{name}</Text>
          <Text c="dimmed">{email}</Text>
          <Text c="dimmed" size="sm">
            {`Role: ${rights.role?.replaceAll('_', ' ') ?? 'none'}`}
          </Text>
        </div>
      </Group>
      <Paper p="lg" component="section" aria-labelledby="password-heading">
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
    </PageFrame>
  )
}
