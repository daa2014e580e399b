import { Alert, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRights } from '@/shared/ui/current-user'
import { accountsKey } from '../api/accounts.query'
import { manageStaff } from '../api/manage-staff.mutation'
import { type GivenRole, readRole, roleOptions, rolesToGive } from '../role-choice'

/** A new colleague gets a mail with a link; role and contact are there before they follow it. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const rights = useRights()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [lastName, setLastName] = useState('')
  const [role, setRole] = useState<GivenRole | null>(null)
  const isWhole = /^\S+@\S+\.\S+$/.test(email.trim()) && name.trim() !== '' && role !== null
  const invite = useMutation({
    mutationFn: manageStaff,
    onSuccess: () => {
      notifications.show({ message: `The invitation to ${email.trim()} is on its way` })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })

  return (
    <Modal
      opened
      onClose={onClose}
      title="Invite a colleague"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole && !invite.isPending)
            invite.mutate({ action: 'invite', email: email.trim(), name: name.trim(), lastName: lastName.trim(), role })
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="E-mail"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoComplete="off"
            maxLength={320}
            data-autofocus
            required
          />
          <Group grow align="flex-start" gap="sm">
            <TextInput
              label="First name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              autoComplete="off"
              maxLength={200}
              required
            />
            <TextInput
              label="Last name"
              value={lastName}
              onChange={(event) => setLastName(event.currentTarget.value)}
              autoComplete="off"
              maxLength={200}
            />
          </Group>
          <Select
            label="Role"
            placeholder="Choose a role"
            data={roleOptions(rolesToGive(rights.role).filter((offered) => offered !== 'client'))}
            value={role}
            onChange={(value) => setRole(readRole(value))}
            required
          />
          {invite.error ? (
            <Alert color="red" title="The invitation was not sent" role="alert">
              {invite.error.message}
            </Alert>
          ) : null}
          <Group justify="flex-end" mt="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isWhole} loading={invite.isPending}>
              Send invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
