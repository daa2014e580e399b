import { Alert, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { useKeptEdits } from '@/shared/hooks/kept-edits'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { type MyProfile, myProfileKey, myProfileQuery } from '../api/my-profile.query'
import { saveMyProfile } from '../api/save-my-profile.mutation'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'

/** Name and phone. What is typed is kept until it is saved, over a refusal and a reload. */
export function OwnDataForm({ userId }: { userId: string }) {
  const profile = useQuery(myProfileQuery(userId))
  if (profile.isPending) return <NamedSkeleton height={210} label="Reading your data" />
  if (!profile.data) return <Problem onRetry={() => void profile.refetch()}>Your data could not be read</Problem>
  return <Fields profile={profile.data} />
}

function Fields({ profile }: { profile: MyProfile }) {
  const queryClient = useQueryClient()
  const stored = { name: profile.name, lastName: profile.lastName, phone: profile.phone }
  const { values, isChanged, put, forget } = useKeptEdits('my-profile', stored)
  const name = values.name.trim()
  const { form, refuse } = useRefusal()
  const save = useActMutation({
    mutationFn: saveMyProfile,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: myProfileKey })
      forget(['name', 'lastName', 'phone'])
      notifications.show({ message: 'Your data is saved.' })
    },
  })
  const field = (key: keyof typeof stored) => ({
    value: values[key],
    onChange: (event: { currentTarget: { value: string } }) => put(key, event.currentTarget.value),
  })

  return (
    <form
      ref={form}
      noValidate
      data-kept
      onSubmit={(event) => {
        event.preventDefault()
        if (!name) refuse()
        else if (isChanged && !save.isPending) save.mutate(values)
      }}
    >
      <Stack gap="sm">
        <Group grow preventGrowOverflow={false} wrap="wrap" align="flex-start" gap="sm">
          <TextInput
            label="First name"
            autoComplete="given-name"
            maxLength={200}
            required
            error={name ? null : 'Please enter your first name'}
            {...field('name')}
          />
          <TextInput label="Last name" autoComplete="family-name" maxLength={200} {...field('lastName')} />
        </Group>
        <TextInput label="Phone" type="tel" autoComplete="tel" maxLength={50} {...field('phone')} />
        {save.error ? (
          <Alert color="red" title="Your data was not saved" role="alert">
            {saveProblem(save.error)}
          </Alert>
        ) : null}
        <Group>
          <ActionButton type="submit" why={isChanged ? null : 'Nothing is changed yet.'} loading={save.isPending}>
            Save
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
