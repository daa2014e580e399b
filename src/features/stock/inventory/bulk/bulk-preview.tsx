import { Button, Group, Table } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { inventoryKey } from '../inventory'
import { changeItems } from './api/bulk.mutation'
import { bulkColumns, cellText, changesOf, type Edit } from './bulk-edit'

type PreviewProps = { edits: readonly Edit[]; problem: string | null; onThrowAway: () => void; onSaved: () => void }

export function BulkPreview({ edits, problem, onThrowAway, onSaved }: PreviewProps) {
  const queryClient = useQueryClient()
  const saving = useActMutation({
    mutationFn: () => changeItems(changesOf(edits)),
    onSuccess: (count) => {
      notifications.show({ message: `${count} ${count === 1 ? 'item is' : 'items are'} saved.` })
      onSaved()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  const labelOf = (name: string) => bulkColumns.find((column) => column.name === name)?.label ?? name.replace('_', ' ')
  return (
    <>
      <Table.ScrollContainer minWidth={480} mah={420}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Item</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>Now</Table.Th>
              <Table.Th>Then</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {edits.flatMap(({ id, isNew, title, was, values }) =>
              Object.entries(values).map(([name, value], place) => (
                <Table.Tr key={`${id} ${name}`}>
                  <Table.Td>{place === 0 ? (isNew ? `New: ${values['name'] ?? title}` : title) : ''}</Table.Td>
                  <Table.Td>{labelOf(name)}</Table.Td>
                  <Table.Td c="dimmed">{cellText(name, was[name] ?? null)}</Table.Td>
                  <Table.Td>{cellText(name, value) || 'empty'}</Table.Td>
                </Table.Tr>
              )),
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {problem ? <Problem>{problem}</Problem> : null}
      {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
      <Group justify="space-between" mt="md">
        <Button variant="subtle" color="gray" onClick={onThrowAway}>
          Throw my changes away
        </Button>
        <ActionButton loading={saving.isPending} why={problem} onClick={() => saving.mutate()}>
          {edits.length === 1 ? 'Save 1 item' : `Save ${edits.length} items, all or none`}
        </ActionButton>
      </Group>
    </>
  )
}
