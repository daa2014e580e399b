import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import { removeLocation } from '../api/location.mutation'
import { locationsKey } from '../api/locations.query'

type RemoveLocationProps = { id: string; label: string; onRemoved: () => void }

/** Asks for confirmation, and names the records that still use the location. */
export function RemoveLocation({ id, label, onRemoved }: RemoveLocationProps) {
  const queryClient = useQueryClient()
  const dialog = useDialog('remove')
  const removing = useActMutation({
    mutationFn: () => removeLocation(id),
    onSuccess: async () => {
      onRemoved()
      await queryClient.invalidateQueries({ queryKey: locationsKey })
    },
  })
  const ask = () => {
    removing.reset()
    dialog.open()
  }
  return (
    <>
      <Button size="xs" variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask}>
        Remove
      </Button>
      <Modal opened={dialog.isOpen} onClose={dialog.close} title={`Remove ${label}?`}>
        <Stack>
          {removing.isError ? (
            <Problem>{saveProblem(removing.error)}</Problem>
          ) : (
            <Text>It is gone from lists and the map at once. Its history stays.</Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={dialog.close}>
              {removing.isError ? 'Close' : 'Keep it'}
            </Button>
            {removing.isError ? null : (
              <Button color="red" loading={removing.isPending} onClick={() => removing.mutate()}>
                Remove location
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
