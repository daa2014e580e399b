import { Alert, Button, Grid, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCamera, IconScan } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { ScanByCamera, whyNoCamera } from '@/kit/scan/scan-by-camera'
import { useLive } from '@/kit/live/use-live'
import { RecordPicker } from '@/kit/pickers/record-picker'
import { can } from '@/shared/domain/people/permission'
import { uuidOf } from '@/shared/domain/records/uuid'
import { usePutSearch } from '@/shared/lib/use-put-search'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { example } from '@/shared/domain/text/formats'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { itemBySku, stockItems as items } from '@/kit/pickers/stock-items'
import { jobByNumber, openJobs } from '@/kit/pickers/open-jobs'
import { moveStock } from '../api/stock.mutation'
import { keptForJobQuery, levelQuery, myMovementsQuery } from '../api/stock.query'
import { inventoryKey, inventoryLive } from '../inventory'
import { readStock, stockDraft, stockText, typedWord } from '@/shared/domain/money/stock-text'
import { LevelFacts } from './level-facts'
import { MovementList } from './movement-list'
import { OffcutOffer } from './offcut-offer'

/** /deduct-item: takes material for a job. A scanner types the number of an item and Enter. */
export function DeductItemScreen() {
  const { id: me, rights } = useCurrentUser()
  const [search] = useSearchParams()
  const itemId = uuidOf(search.get('item'))
  const jobId = uuidOf(search.get('job'))
  const level = useQuery(levelQuery(itemId))
  const mine = useQuery(myMovementsQuery(me))
  useLive(inventoryKey, inventoryLive)
  const put = usePutSearch()
  return (
    <PageFrame title="Deduct an Item" lead="Takes material for a job. Every other screen shows it at once.">
      {can(rights, 'inventory', 'edit') ? (
        <Grid mb="xl">
          <Grid.Col span={{ base: 12, sm: 7 }}>
            <section className={page.panel}>
              <Stack gap="md">
                <RecordPicker
                  label="Job"
                  description="Empty where it is for no job."
                  source={openJobs}
                  value={jobId}
                  onChange={(id) => put('job', id)}
                />
                <Scan onFound={(id) => put('item', id)} onJob={(id) => put('job', id)} />
                {jobId ? <KeptForJob jobId={jobId} onChoose={(id) => put('item', id)} /> : null}
                <RecordPicker
                  label="Item"
                  source={items}
                  value={itemId}
                  onChange={(id) => put('item', id)}
                  placeholder="Name, number or bin"
                />
                {level.data ? <Take key={`${level.data.id} ${jobId}`} item={level.data} jobId={jobId} /> : null}
              </Stack>
            </section>
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 5 }}>
            {level.data ? (
              <Stack>
                <section className={page.panel} aria-label="Stock now">
                  <Title order={2} size="h4" mb="sm">
                    {level.data.name}
                  </Title>
                  <LevelFacts of={level.data} />
                </section>
                {level.data.form === 'sheet' || level.data.form === 'roll' ? (
                  <OffcutOffer itemId={level.data.id} jobId={jobId} />
                ) : null}
              </Stack>
            ) : (
              <Text c="dimmed">Scan or choose an item. Its stock and its offcuts show here, live.</Text>
            )}
          </Grid.Col>
        </Grid>
      ) : (
        <Alert mb="md">Your account does not take stock.</Alert>
      )}
      <Title order={2} size="h4" mb="sm">
        Your last movements
      </Title>
      <MovementList rows={mine.data ?? []} withItem />
    </PageFrame>
  )
}

/** Reads a label: a job by its ticket or number, or an item by its page or number; null when it is unknown. */
async function readLabel(words: string): Promise<{ job: string } | { item: string } | null> {
  const job = uuidOf(/\/jobs\?job=([0-9a-f-]{36})/i.exec(words)?.[1] ?? '')
  if (job) return { job }
  const item = uuidOf(/\/inventory\/([0-9a-f-]{36})/i.exec(words)?.[1] ?? '') ?? (await itemBySku(words))
  if (item) return { item }
  const numbered = await jobByNumber(words)
  return numbered ? { job: numbered } : null
}

type ScanProps = { onFound: (item: string | null) => void; onJob: (job: string) => void }

/** A scan that finds nothing leaves no former item: the next tap must not take that one. */
function Scan({ onFound, onJob }: ScanProps) {
  const [typed, setTyped] = useState('')
  // Not in the address, because closing it must not step back over the found item.
  const [isLooking, setLooking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const finding = useActMutation({
    mutationFn: readLabel,
    onSuccess: (read) => {
      if (read && 'job' in read) onJob(read.job)
      else onFound(read?.item ?? null)
      if (read) setTyped('')
    },
    onError: () => onFound(null),
  })
  const find = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') finding.mutate(typed.trim())
    else field.current?.focus()
  }
  return (
    <form onSubmit={find}>
      {isLooking ? (
        <ScanByCamera
          title="Scan an item"
          onRead={(words) => finding.mutate(words)}
          onClose={() => setLooking(false)}
        />
      ) : null}
      <TextInput
        ref={field}
        label="Scan"
        description="Number of an item or of a job, as the label or the ticket says. A hand scanner types it."
        placeholder={example('ACM3-W-3050')}
        leftSection={<IconScan size={18} aria-hidden />}
        value={typed}
        maxLength={300}
        onChange={(event) => {
          finding.reset()
          setTyped(event.currentTarget.value)
        }}
        error={
          finding.isError
            ? saveProblem(finding.error)
            : finding.isSuccess && finding.data === null
              ? `There is no item and no job with the number “${finding.variables}”.`
              : null
        }
      />
      <ActionButton
        variant="default"
        size="sm"
        mt="xs"
        leftSection={<IconCamera size={16} aria-hidden />}
        why={whyNoCamera()}
        onClick={() => setLooking(true)}
      >
        Scan by camera
      </ActionButton>
    </form>
  )
}

/** The material that is kept for a job: one tap chooses it, with its quantity. */
function KeptForJob({ jobId, onChoose }: { jobId: string; onChoose: (item: string) => void }) {
  const { data: kept = [] } = useQuery(keptForJobQuery(jobId))
  if (kept.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label="Kept for this job">
      {kept.map(({ item, qty_reserved }) => (
        <Button
          key={item.id}
          variant="light"
          size="sm"
          h="auto"
          mih={36}
          py={6}
          styles={{ label: { whiteSpace: 'normal' } }}
          onClick={() => onChoose(item.id)}
        >
          {`${item.name}, ${stockText(qty_reserved, item.stock_unit)} kept`}
        </Button>
      ))}
    </Group>
  )
}

type Item = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof levelQuery>['queryFn']>>>>

function Take({ item, jobId }: { item: Item; jobId: string | null }) {
  const queryClient = useQueryClient()
  const { data: kept } = useQuery(keptForJobQuery(jobId))
  const mine = kept?.find(({ item: of }) => of.id === item.id)
  const [typed, setTyped] = useState<string | null>(null)
  const draft = typed ?? (mine ? stockDraft(mine.qty_reserved, item.stock_unit) : '1')
  const [id, setId] = useState(newId)
  const read = readStock(draft, item.stock_unit, { aboveZero: true, side: item.form === 'roll' ? item.width_mm : null })
  const qty = 'value' in read ? read.value : null
  const taking = useActMutation({
    mutationFn: (qty: string) =>
      moveStock({ id, itemId: item.id, reason: 'deduct', qty, unit: item.stock_unit, jobId }),
    onSuccess: ({ on_hand, unit }) => {
      setId(newId())
      setTyped(null)
      notifications.show({ message: `Taken. ${stockText(on_hand, unit)} of ${item.name} left.` })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        if (!taking.isPending && qty !== null) taking.mutate(qty)
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label={`How many ${typedWord(item.stock_unit)}`}
          inputMode="text"
          value={draft}
          maxLength={20}
          error={draft.trim() !== '' && 'problem' in read ? read.problem : null}
          onChange={(event) => {
            taking.reset()
            setTyped(event.currentTarget.value)
          }}
          w={220}
        />
        <ActionButton
          type="submit"
          loading={taking.isPending}
          why={'problem' in read ? (draft.trim() === '' ? 'Please enter how many.' : read.problem) : null}
        >
          {qty === null ? 'Take' : `Take ${stockText(qty, item.stock_unit)}`}
        </ActionButton>
      </Group>
      {taking.isError ? <NotTaken error={taking.error} item={item} qty={qty} onType={setTyped} /> : null}
    </form>
  )
}

type NotTakenProps = { error: Error; item: Item; qty: string | null; onType: (draft: string) => void }

/** Why nothing was taken; where less is there, one press takes that. */
const NotTaken = ({ error, item, qty, onType }: NotTakenProps) => (
  <Problem>
    {saveProblem(error)}
    {Number(item.available) > 0 && Number(qty) > Number(item.available) ? (
      <Button variant="subtle" size="compact-sm" onClick={() => onType(stockDraft(item.available, item.stock_unit))}>
        {`Take ${stockText(item.available, item.stock_unit)} instead`}
      </Button>
    ) : null}
  </Problem>
)
