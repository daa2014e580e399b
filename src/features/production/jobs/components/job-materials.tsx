import { Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMinus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { notifyWithUndo } from '@/kit/confirm'
import { ActionButton } from '@/kit/form/action-button'
import { RecordPicker } from '@/kit/pickers/record-picker'
import { stockItems } from '@/kit/pickers/stock-items'
import { can } from '@/shared/domain/people/permission'
import { readStock, stockText, typedWord } from '@/shared/domain/money/stock-text'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { RecordLink } from '@/shared/ui/page/record-links'
import phone from '@/shared/ui/page/phone-table.module.css'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { jobsKey } from '../../shared/api/cards.query'
import { isMade } from '../../shared/job-status'
import type { Job } from '../api/job.query'
import { planMaterial } from '../api/job-work.mutation'
import { type Material, materialsQuery, unitOfItemQuery } from '../api/job-work.query'

const qty = (value: string, unit: string) => (Number(value) === 0 ? '' : stockText(value, unit))

/** What stands on the button that takes an item out of the plan of a job; null where nothing of it is kept or missing. */
const planNoMoreWords = ({ status }: Job, { qty_planned, qty_reserved, qty_used }: Need): string | null => {
  if (isMade(status)) return null
  if (Number(qty_reserved) > 0) return 'Release'
  return Number(qty_planned) > Number(qty_used) ? 'Plan no more' : null
}
type Need = { qty_planned: string; qty_reserved: string; qty_used: string }

/** `before`: the item is released, and was planned with this quantity. */
type Plan = { item: string; qty: string; before?: { name: string; qty: string } }

const Bin = ({ of }: { of: string | null }) =>
  of ? (
    <Text size="xs" c="dimmed">
      {of}
    </Text>
  ) : null

/** The materials of a job: planned, reserved, taken and missing. */
export function JobMaterials({ job }: { job: Job }) {
  const rights = useRights()
  const { data: materials = [] } = useQuery(materialsQuery(job.id))
  const mayPlan = can(rights, 'jobs', 'edit') || can(rights, 'production', 'edit')
  const [item, setItem] = useState<string | null>(null)
  const planning = usePlanning(job, () => setItem(null))
  return (
    <section className={page.panel} aria-label="Materials">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Materials
        </Title>
        {can(rights, 'inventory', 'edit') ? (
          <Button
            size="sm"
            variant="default"
            component={Link}
            to={`${linkTo('/deduct-item')}?job=${job.id}`}
            leftSection={<IconMinus size={16} aria-hidden />}
          >
            Take material
          </Button>
        ) : null}
      </Group>
      {materials.length === 0 ? (
        <Text c="dimmed" size="sm">
          Nothing is planned or taken yet.
        </Text>
      ) : (
        <MaterialsTable job={job} materials={materials} planning={mayPlan ? planning : null} />
      )}
      {mayPlan && !isMade(job.status) ? <PlanItem item={item} onItem={setItem} planning={planning} /> : null}
    </section>
  )
}

/** Plans a quantity of an item for a job, in all. An item that is planned no more is planned again by Undo. */
function usePlanning(job: Job, onPlanned: () => void) {
  const queryClient = useQueryClient()
  const planning = useActMutation({
    mutationFn: (plan: Plan) => planMaterial(job.id, plan.item, plan.qty),
    onSuccess: (_planned, { item: planned, before }) => {
      onPlanned()
      if (before)
        notifyWithUndo(`${before.name} is not planned for this job any more.`, () =>
          planning.mutate({ item: planned, qty: before.qty }),
        )
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not planned', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  return planning
}
type Planning = ReturnType<typeof usePlanning>

type MaterialsTableProps = { job: Job; materials: readonly Material[]; planning: Planning | null }

const MaterialsTable = ({ job, materials, planning }: MaterialsTableProps) => (
  <Table.ScrollContainer minWidth={0}>
    <Table verticalSpacing="xs" className={phone.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Item</Table.Th>
          <Table.Th ta="right">Planned</Table.Th>
          <Table.Th ta="right">Kept</Table.Th>
          <Table.Th ta="right">Taken</Table.Th>
          <Table.Th ta="right">Missing</Table.Th>
          {planning ? <Table.Th aria-label="Actions" /> : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {materials.map((material) => (
          <MaterialRow key={material.id} job={job} material={material} planning={planning} />
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

type MaterialRowProps = { job: Job; material: Material; planning: Planning | null }

function MaterialRow({ job, material, planning }: MaterialRowProps) {
  const { item: of, qty_planned, qty_reserved, qty_used } = material
  // A finished job lacks nothing, even when it took less than planned.
  const missing = isMade(job.status) ? 0 : Math.max(0, Number(qty_planned) - Number(qty_reserved) - Number(qty_used))
  const noMore = planNoMoreWords(job, material)
  return (
    <Table.Tr>
      <Table.Td>
        <RecordLink kind="inventory_item" id={of.id}>
          {of.name}
        </RecordLink>
        <Bin of={of.bin} />
      </Table.Td>
      <Table.Td ta="right" data-label="Planned">
        {qty(qty_planned, of.stock_unit)}
      </Table.Td>
      <Table.Td ta="right" data-label="Kept">
        {qty(qty_reserved, of.stock_unit)}
      </Table.Td>
      <Table.Td ta="right" data-label="Taken">
        {qty(qty_used, of.stock_unit)}
      </Table.Td>
      <Table.Td ta="right" data-label="Missing" c="magenta">
        {missing > 0.00005 ? qty(missing.toFixed(4), of.stock_unit) : ''}
      </Table.Td>
      {planning ? (
        <Table.Td ta="right">
          {noMore ? (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              disabled={planning.isPending}
              aria-label={`Plan no more ${of.name}`}
              onClick={() => planning.mutate({ item: of.id, qty: '0', before: { name: of.name, qty: qty_planned } })}
            >
              {noMore}
            </Button>
          ) : null}
        </Table.Td>
      ) : null}
    </Table.Tr>
  )
}

type PlanItemProps = { item: string | null; onItem: (item: string | null) => void; planning: Planning }

/** Chooses an item and says how much of it the job needs in all. */
function PlanItem({ item, onItem, planning }: PlanItemProps) {
  const [amount, setAmount] = useState('1')
  const { data: level } = useQuery(unitOfItemQuery(item))
  const read = readStock(amount, level?.stock_unit ?? '', {
    aboveZero: true,
    side: level?.form === 'roll' ? level.width_mm : null,
  })
  return (
    <Stack gap="xs" mt="sm">
      <RecordPicker label="Plan an item" source={stockItems} value={item} onChange={onItem} />
      {item ? (
        <Group align="flex-end" gap="sm">
          <TextInput
            label={level ? `How many ${typedWord(level.stock_unit)} in all` : 'How many in all'}
            inputMode="text"
            value={amount}
            maxLength={20}
            error={amount.trim() !== '' && 'problem' in read ? read.problem : null}
            onChange={(event) => setAmount(event.currentTarget.value)}
            w={220}
          />
          <ActionButton
            loading={planning.isPending}
            why={'problem' in read ? (amount.trim() === '' ? 'Say how much first.' : read.problem) : null}
            onClick={() => ('value' in read ? planning.mutate({ item, qty: read.value }) : undefined)}
          >
            {level && 'value' in read ? `Plan ${stockText(read.value, level.stock_unit)}` : 'Plan'}
          </ActionButton>
        </Group>
      ) : null}
    </Stack>
  )
}
