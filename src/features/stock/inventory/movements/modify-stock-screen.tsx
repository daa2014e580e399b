import { Grid, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields, type Drafts, type Field } from '@/kit/fields/field'
import { record } from '@/kit/fields/record-field'
import { stockQuantity } from '@/kit/fields/stock-fields'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { RecordPicker } from '@/kit/pickers/record-picker'
import { can } from '@/shared/domain/people/permission'
import { uuidOf } from '@/shared/domain/records/uuid'
import { usePutSearch } from '@/shared/lib/use-put-search'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import page from '@/shared/ui/page/record-page.module.css'
import { stockItems as items } from '@/kit/pickers/stock-items'
import { openJobs } from '@/kit/pickers/open-jobs'
import { moveStock } from '../api/stock.mutation'
import { type Level, levelQuery, myMovementsQuery } from '../api/stock.query'
import { inventoryKey, inventoryLive } from '../inventory'
import { unitWord } from '@/shared/domain/money/quantity-text'
import { type Counted, feetFor, readCounted, stockText } from '@/shared/domain/money/stock-text'
import { LevelFacts } from './level-facts'
import { MovementList } from './movement-list'

const kinds = [
  { value: 'count', label: 'Count' },
  { value: 'purchase', label: 'Receive' },
  { value: 'return', label: 'Return' },
  { value: 'waste', label: 'Waste' },
] as const
type Kind = (typeof kinds)[number]['value']

/** /modify-stock: counts, arrivals without a purchase order, returns and waste; each is a movement. */
export function ModifyStockScreen() {
  const { id: me, rights } = useCurrentUser()
  const [search] = useSearchParams()
  const itemId = uuidOf(search.get('item'))
  const kind = kinds.find(({ value }) => value === search.get('do'))?.value ?? 'count'
  const level = useQuery(levelQuery(itemId))
  const mine = useQuery(myMovementsQuery(me))
  useLive(inventoryKey, inventoryLive)
  const put = usePutSearch()
  return (
    <PageFrame
      title="Modify Stock"
      lead="What was counted, received, returned or wasted. Each entry is a movement that can be undone."
    >
      {can(rights, 'inventory', 'edit') ? (
        <Grid mb="xl">
          <Grid.Col span={{ base: 12, sm: 7 }}>
            <section className={page.panel}>
              <Stack gap="md">
                <RecordPicker
                  label="Item"
                  source={items}
                  value={itemId}
                  onChange={(id) => put('item', id)}
                  placeholder="Name, number or bin"
                  autoFocus={itemId === null}
                />
                <SegmentedControl
                  aria-label="What happened"
                  fullWidth
                  data={[...kinds]}
                  value={kind}
                  onChange={(next) => put('do', next)}
                />
                {level.data ? <Entry key={`${level.data.id} ${kind}`} item={level.data} kind={kind} /> : null}
              </Stack>
            </section>
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 5 }}>
            {level.data ? (
              <section className={page.panel} aria-label="Stock now">
                <Title order={2} size="h4" mb="sm">
                  {level.data.name}
                </Title>
                <LevelFacts of={level.data} />
              </section>
            ) : (
              <Text c="dimmed">Choose an item. Its stock shows here, live.</Text>
            )}
          </Grid.Col>
        </Grid>
      ) : null}
      <Title order={2} size="h4" mb="sm">
        Your last movements
      </Title>
      <MovementList rows={mine.data ?? []} withItem />
    </PageFrame>
  )
}

const labels: Record<Kind, { qty: string; submit: string }> = {
  count: { qty: 'Counted', submit: 'Save the count' },
  purchase: { qty: 'Received', submit: 'Receive' },
  return: { qty: 'Returned', submit: 'Return to stock' },
  waste: { qty: 'Wasted', submit: 'Take out as waste' },
}

/** What a quantity can be typed in: square feet and feet first where the company has them. */
const unitsToType = ({ stock_unit, buy_unit }: Level): Set<string> =>
  new Set([feetFor(stock_unit) ?? stock_unit, stock_unit, buy_unit])

const fieldsOf = (kind: Kind, item: Level) =>
  defineFields({
    qty: movedQuantity(labels[kind].qty, item, kind !== 'count'),
    unit: choice(
      'In',
      [...unitsToType(item)].map((unit) => ({ value: unit, label: unitWord(unit, 2) })),
      { required: true, initial: feetFor(item.stock_unit) ?? item.stock_unit },
    ),
    job: record('Job', openJobs, {
      hiddenUnless: () => kind === 'return' || kind === 'waste',
      help: kind === 'return' ? 'The job that took it' : 'Empty where it belongs to no job',
    }),
    note:
      kind === 'waste'
        ? text('What happened to it', {
            required: true,
            empty: '',
            max: 2000,
            wide: true,
            missing: 'Please say what happened to it',
          })
        : text('Note', { max: 2000, wide: true }),
  })

/** A quantity in the chosen unit; `24 sq ft` and `54" × 98"` say their own. */
function movedQuantity(label: string, item: Level, aboveZero: boolean): Field<Counted> {
  const rule = { aboveZero, least: '0', side: item.form === 'roll' ? item.width_mm : null }
  const read = (draft: string, { unit = item.stock_unit }: Drafts = {}) =>
    readCounted(draft, unit, item.stock_unit, rule)
  const field = stockQuantity(label, item.stock_unit, { required: true })
  return {
    ...field,
    labelIn: () => label,
    problem: (draft, drafts) => {
      const typed = read(draft, drafts)
      return 'problem' in typed ? typed.problem : null
    },
    valueOf: (draft, drafts) => {
      const typed = read(draft, drafts)
      return 'qty' in typed ? typed : { qty: '0', unit: item.stock_unit }
    },
  }
}

function Entry({ item, kind }: { item: Level; kind: Kind }) {
  const fields = useMemo(() => fieldsOf(kind, item), [kind, item.stock_unit, item.buy_unit]) // oxlint-disable-line react/exhaustive-deps -- a live count makes no new fields
  const [id, setId] = useState(newId)
  const form = useRecordForm({
    fields,
    name: `stock-${kind}-${item.id}`,
    isNew: true,
    clears: true,
    queryKey: inventoryKey,
    save: ({ qty, job, note }) =>
      moveStock({
        id,
        itemId: item.id,
        reason: kind,
        ...qty,
        jobId: job,
        note,
        seen: kind === 'count' ? item.on_hand : null,
      }),
    onSaved: ({ on_hand, unit }) => {
      setId(newId())
      notifications.show({ message: `${stockText(on_hand, unit)} of ${item.name} in stock now.` })
    },
  })
  return (
    <RecordForm
      form={form}
      label={labels[kind].submit}
      submitLabel={labels[kind].submit}
      isPlain
      autoFocus
      hint={
        kind === 'count' ? (
          <Text size="sm" c="dimmed">
            {`${stockText(item.on_hand, item.stock_unit)} should be there.`}
          </Text>
        ) : null
      }
    />
  )
}
