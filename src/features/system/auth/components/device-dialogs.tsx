import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useCallback, useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { codeOf, codeProblem } from '@/machines/second-factor/codes'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { type OwnFactor, ownFactorsKey, removeFactor } from '../api/factors.query'
import { CodeField } from './code-field'
import { SecondFactorForm } from './second-factor-form'

/** Names a device, shows the QR code, and checks the first code. */
export function AddDevice({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { form, refuse } = useRefusal()
  const [typed, setTyped] = useState(names.includes('Phone') ? '' : 'Phone')
  const [name, setName] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const done = useCallback(() => {
    notifications.show({ message: 'The second factor is added. Your other devices were signed out.' })
    void queryClient.invalidateQueries({ queryKey: ownFactorsKey })
    onClose()
  }, [queryClient, onClose])

  const choose = (event: SyntheticEvent) => {
    event.preventDefault()
    const chosen = typed.trim()
    const found =
      chosen === ''
        ? 'Please name the device'
        : names.includes(chosen)
          ? 'A device has this name already. Please choose another one.'
          : null
    setProblem(found)
    if (found === null) setName(chosen)
    else refuse()
  }
  return (
    <Modal opened onClose={onClose} title="Add a second factor">
      {name === null ? (
        <form ref={form} noValidate onSubmit={choose}>
          <Stack>
            <TextInput
              label="Name of the device"
              description="So that you know later which one it is"
              value={typed}
              error={problem}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              maxLength={60}
              required
              data-autofocus
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit">Continue</Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <SecondFactorForm wants="enrol" name={name} submitLabel="Add the device" onDone={done} />
      )}
    </Modal>
  )
}

type RemoveDeviceProps = { device: OwnFactor; isLast: boolean; onClose: () => void }

/** Removes a device after one of its codes: whoever finds an unlocked screen has none. */
export function RemoveDevice({ device, isLast, onClose }: RemoveDeviceProps) {
  const queryClient = useQueryClient()
  const { form, refuse } = useRefusal()
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const remove = useActMutation({
    mutationFn: removeFactor,
    onSuccess: () => {
      notifications.show({ message: `${device.name} is removed` })
      onClose()
      void queryClient.invalidateQueries()
    },
    onSettled: () => setCode(''),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const digits = codeOf(code)
    setWrong(digits === null)
    if (digits === null) refuse()
    else if (!remove.isPending) remove.mutate({ factorId: device.id, code: digits })
  }
  return (
    <Modal opened onClose={onClose} title={`Remove ${device.name}?`}>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <Text size="sm">
            {isLast
              ? 'Your password alone opens your account afterwards, unless your company asks for a second factor: then you add a new one at once.'
              : 'Codes of this device open nothing afterwards.'}
          </Text>
          {remove.error ? (
            <Alert color="red" role="alert">
              {codeProblem(remove.error)}
            </Alert>
          ) : null}
          <CodeField
            label={`Code of ${device.name}`}
            value={code}
            error={isWrong ? 'Type the six digits that your app shows.' : null}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={remove.isPending}>
              Remove
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
