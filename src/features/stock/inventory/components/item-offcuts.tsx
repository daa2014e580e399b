import { Button, Group, Modal, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineFields } from '@/kit/fields/field'
import { length } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { dayText, withTax } from '@/shared/domain/text/formats'
import { areaText, bareSides } from '@/shared/domain/text/length'
import { newId } from '@/shared/lib/new-id'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'
import type { Item } from '../api/inventory.query'
import { openJobs } from '@/kit/pickers/open-jobs'
import { keepOffcut, moveOffcut } from '../api/stock.mutation'
import { offcutsQuery } from '../api/stock.query'
import { inventoryKey } from '../inventory'

/** Pieces that are left over of an item, the smallest first. */
export function Offcuts({ item, mayEdit }: { item: Item; mayEdit: boolean }) {
  const queryClient = useQueryClient()
  const offcuts = useQuery(offcutsQuery(item.id))
  const adding = useDialog('offcut')
  const scrapping = useActMutation({
    mutationFn: (id: string) => moveOffcut(id, 'scrapped', null),
    onError: (error) => notifications.show({ color: 'red', title: 'Not scrapped', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  if (offcuts.isPending) return <LineSkeletons count={3} height={36} />
  if (offcuts.isError) return <Problem onRetry={() => void offcuts.refetch()}>The offcuts could not be read</Problem>
  return (
    <>
      {mayEdit ? (
        <Group mb="sm">
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => adding.open()}
          >
            Keep an offcut
          </Button>
        </Group>
      ) : null}
      {offcuts.data.length === 0 ? (
        <Text c="dimmed">No offcut of this item is kept.</Text>
      ) : (
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{withTax('Size ({unit})')}</Table.Th>
              <Table.Th ta="right">Area</Table.Th>
              <Table.Th>Bin</Table.Th>
              <Table.Th visibleFrom="sm">Left over from</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {offcuts.data.map((offcut) => (
              <Table.Tr key={offcut.id}>
                <Table.Td>{bareSides([offcut.length_mm, offcut.width_mm])}</Table.Td>
                <Table.Td ta="right">{areaText(offcut.area_m2)}</Table.Td>
                <Table.Td>{offcut.bin}</Table.Td>
                <Table.Td visibleFrom="sm">
                  {offcut.source ? (
                    <RecordLink kind="job" id={offcut.source.id}>
                      {offcut.source.job_number}
                    </RecordLink>
                  ) : (
                    dayText(offcut.created_at)
                  )}
                </Table.Td>
                <Table.Td ta="right">
                  {mayEdit ? (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="gray"
                      disabled={scrapping.isPending}
                      onClick={() => scrapping.mutate(offcut.id)}
                    >
                      Scrap
                    </Button>
                  ) : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Modal opened={adding.isOpen} onClose={adding.close} title="Keep an offcut">
        <NewOffcut itemId={item.id} onClose={adding.close} />
      </Modal>
    </>
  )
}

const fields = defineFields({
  length: length('Length', { required: true, least: '10', most: '1000000', otherSide: 'width' }),
  width: length('Width', { required: true, least: '10', most: '100000' }),
  bin: text('Bin', { max: 60, placeholder: 'Offcut rack' }),
  job: record('Left over from', openJobs),
})

function NewOffcut({ itemId, onClose }: { itemId: string; onClose: () => void }) {
  const [id] = useState(newId)
  const form = useRecordForm({
    fields,
    name: `offcut-${itemId}`,
    isNew: true,
    queryKey: inventoryKey,
    save: ({ length, width, bin, job }) => keepOffcut({ id, itemId, length, width, bin, jobId: job }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Offcut" submitLabel="Keep it" onCancel={onClose} isPlain autoFocus />
}
