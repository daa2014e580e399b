import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { accountsKey } from '../api/accounts.query'
import { manageStaff } from '../api/manage-staff.mutation'

/** The shortest password (spec 1 §9). */
const shortest = 6

type TemporaryPasswordDialogProps = { userId: string; name: string; onClose: () => void }

/** A temporary password that an admin gives to a colleague, who is asked to change it at the next sign-in. */
export function TemporaryPasswordDialog({ userId, name, onClose }: TemporaryPasswordDialogProps) {
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const isShort = password.trim().length < shortest
  const { form, refuse } = useRefusal()
  const set = useActMutation({
    mutationFn: manageStaff,
    onSuccess: () => {
      notifications.show({ message: `${name} has a temporary password` })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
  return (
    <Modal opened onClose={onClose} title={`Temporary password for ${name}`}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (isShort) refuse()
          else if (!set.isPending) set.mutate({ action: 'temporary-password', userId, password: password.trim() })
        }}
      >
        <Stack>
          <Text size="sm">With this password they sign in once, and are then asked for one of their own.</Text>
          <TextInput
            label="Temporary password"
            description={`At least ${shortest} characters`}
            value={password}
            error={asked && isShort ? `Password must be at least ${shortest} characters long` : null}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="off"
            maxLength={72}
            data-autofocus
            required
          />
          {set.error ? (
            <Alert color="red" title="The password was not set" role="alert">
              {set.error.message}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={set.isPending}>
              Set password
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
