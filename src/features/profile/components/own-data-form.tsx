import { Alert, Button, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type MyProfile, myProfileKey, myProfileQuery } from '../api/my-profile.query'
import { saveMyProfile } from '../api/save-my-profile.mutation'

/** Name and phone. What is typed stays until it is saved, whatever the server says. */
export function OwnDataForm({ userId }: { userId: string }) {
  const profile = useQuery(myProfileQuery(userId))
  if (profile.isPending) return <Skeleton height={210} aria-label="Reading your data" />
  if (!profile.data)
    return (
      <Alert color="red" title="Your data could not be read">
        <Button size="compact-sm" variant="default" onClick={() => void profile.refetch()}>
          Try again
        </Button>
      </Alert>
    )
  return <Fields profile={profile.data} />
}

type Typed = Pick<MyProfile, 'name' | 'lastName' | 'phone'>

function Fields({ profile }: { profile: MyProfile }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const { name, lastName, phone } = { ...profile, ...typed }
  const isChanged = name !== profile.name || lastName !== profile.lastName || phone !== profile.phone
  const save = useMutation({
    mutationFn: saveMyProfile,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: myProfileKey })
      setTyped({})
      notifications.show({ message: 'Your data is saved.' })
    },
  })
  const field = (key: keyof Typed) => ({
    value: { name, lastName, phone }[key],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTyped((current) => ({ ...current, [key]: value }))
    },
  })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && isChanged && !save.isPending) save.mutate({ name, lastName, phone })
      }}
    >
      <Stack gap="sm">
        <Group grow preventGrowOverflow={false} wrap="wrap" align="flex-start" gap="sm">
          <TextInput
            label="First name"
            autoComplete="given-name"
            maxLength={200}
            required
            error={name.trim() ? null : 'Please enter your first name'}
            {...field('name')}
          />
          <TextInput label="Last name" autoComplete="family-name" maxLength={200} {...field('lastName')} />
        </Group>
        <TextInput label="Phone" type="tel" autoComplete="tel" maxLength={50} {...field('phone')} />
        {save.error ? (
          <Alert color="red" title="Your data was not saved" role="alert">
            {save.error.message}
          </Alert>
        ) : null}
        <Group>
          <Button type="submit" disabled={!isChanged || !name.trim()} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
