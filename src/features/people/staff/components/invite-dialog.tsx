import { Alert, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useRights } from '@/shared/hooks/current-user'
import { confirmChange } from '@/kit/confirm'
import { useDraft } from '@/shared/hooks/use-draft'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { accountsKey } from '../api/accounts.query'
import { manageStaff } from '../api/manage-staff.mutation'
import { adminWords, readRole, roleOptions, rolesToGive } from '../role-choice'

const invitationSchema = z.object({
  email: z.string(),
  name: z.string(),
  lastName: z.string(),
  role: z.string().nullable(),
})
const blank: z.infer<typeof invitationSchema> = { email: '', name: '', lastName: '', role: null }

/** A new colleague gets a mail with a link; role and contact are there before they follow it. What is typed is kept. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const rights = useRights()
  const { draft, change, forget, clear } = useDraft({
    name: 'invitation',
    schema: invitationSchema,
    blank,
    isBlank: ({ email, name, lastName }) => `${email}${name}${lastName}`.trim() === '',
  })
  const { email, name, lastName } = draft
  const role = readRole(draft.role)
  const put = (typed: Partial<typeof blank>) => change((current) => ({ ...current, ...typed }))
  const [asked, setAsked] = useState(false)
  const invite = useActMutation({
    mutationFn: manageStaff,
    onSuccess: () => {
      forget()
      notifications.show({ message: `The invitation to ${email.trim()} is on its way` })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
  const { form, refuse } = useRefusal()
  const problems = {
    email: /^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'Please enter an email address',
    name: name.trim() === '' ? 'Please enter the first name' : null,
    role: role === null ? 'Please choose a role' : null,
  }

  return (
    <Modal opened onClose={onClose} title="Invite a colleague">
      <form
        ref={form}
        noValidate
        data-kept
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (role === null || problems.email || problems.name) refuse()
          else if (!invite.isPending) {
            const send = () =>
              invite.mutate({
                action: 'invite',
                email: email.trim(),
                name: name.trim(),
                lastName: lastName.trim(),
                role,
              })
            if (role === 'admin') confirmChange({ ...adminWords(name.trim()), onConfirm: send })
            else send()
          }
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Email"
            type="email"
            value={email}
            error={asked ? problems.email : null}
            onChange={(event) => put({ email: event.currentTarget.value })}
            autoComplete="off"
            maxLength={320}
            data-autofocus
            required
          />
          <Group grow align="flex-start" gap="sm">
            <TextInput
              label="First name"
              value={name}
              error={asked ? problems.name : null}
              onChange={(event) => put({ name: event.currentTarget.value })}
              autoComplete="off"
              maxLength={200}
              required
            />
            <TextInput
              label="Last name"
              value={lastName}
              onChange={(event) => put({ lastName: event.currentTarget.value })}
              autoComplete="off"
              maxLength={200}
            />
          </Group>
          <Select
            label="Role"
            placeholder="Choose a role"
            data={roleOptions(rolesToGive(rights.role).filter((offered) => offered !== 'client'))}
            value={role}
            error={asked ? problems.role : null}
            onChange={(value) => put({ role: value })}
            required
          />
          {invite.error ? (
            <Alert color="red" title="The invitation was not sent" role="alert">
              {invite.error.message}
            </Alert>
          ) : null}
          <Group justify="flex-end" mt="xs">
            <Button
              variant="default"
              onClick={() => {
                clear()
                onClose()
              }}
            >
              Cancel
            </Button>
            <Button type="submit" loading={invite.isPending}>
              Send invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
