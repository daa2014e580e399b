import { Button, FileButton, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRef } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import type { Role } from '@/shared/domain/people/role'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { removeAvatar, saveAvatar } from '../api/save-avatar.mutation'
import { resizePicture } from '../resize-picture'
import { PersonAvatar } from '@/shared/ui/parts/person-avatar'

/** The own picture: chosen, made small here in the browser, uploaded. */
export function AvatarForm() {
  const { id, name, email, avatarUrl, rights } = useCurrentUser()
  const failed = (error: Error) =>
    notifications.show({ color: 'red', title: 'The picture was not saved', message: saveProblem(error) })
  const chooseAnew = useRef<() => void>(null)
  const save = useActMutation({
    mutationFn: async (file: File) => saveAvatar({ userId: id, picture: await resizePicture(file) }),
    onSuccess: () => notifications.show({ message: 'Your picture is saved.' }),
    onError: failed,
  })
  const remove = useActMutation({ mutationFn: removeAvatar, onError: failed })

  return (
    <Group mb="lg" gap="lg">
      <PersonAvatar src={avatarUrl} name={name} size={88} alt="" />
      <div>
        <Text fw={650} size="lg">
          {name}
        </Text>
        <Text c="dimmed">{email}</Text>
        <Text c="dimmed" size="sm" mb="xs">
          {roleText(rights.role)}
        </Text>
        <Group gap="xs">
          <FileButton
            resetRef={chooseAnew}
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={(file) => {
              if (file && !save.isPending) save.mutate(file)
              chooseAnew.current?.()
            }}
          >
            {(props) => (
              <Button {...props} size="compact-sm" variant="default" loading={save.isPending}>
                {avatarUrl ? 'Change picture' : 'Add a picture'}
              </Button>
            )}
          </FileButton>
          {avatarUrl ? (
            <Button size="compact-sm" variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
              Remove picture
            </Button>
          ) : null}
        </Group>
      </div>
    </Group>
  )
}

const roleText = (role: Role | null): string => {
  const words = role?.replaceAll('_', ' ') ?? 'No role yet'
  return words.charAt(0).toUpperCase() + words.slice(1)
}
