import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyWithUndo } from '@/kit/confirm'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { LengthInput } from '@/kit/fields/length-input'
import { withTax } from '@/shared/domain/text/formats'
import { bareLength, readMillimetres, sidesText } from '@/shared/domain/text/length'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { moveOffcut } from '../api/stock.mutation'
import { type Offcut, offcutsQuery, sizeOfJobQuery } from '../api/stock.query'
import { inventoryKey } from '../inventory'
import { fitting } from './offcuts'

const sizeText = ({ width_mm, length_mm }: Pick<Offcut, 'width_mm' | 'length_mm'>) => sidesText([length_mm, width_mm])

/** A typed side; zero for empty or invalid text. */
function sideOf(typed: string): { mm: number; problem: string | null } {
  if (typed.trim() === '') return { mm: 0, problem: null }
  const read = readMillimetres(typed, { places: 2, least: '0' })
  return 'value' in read ? { mm: Number(read.value), problem: null } : { mm: 0, problem: read.problem }
}

/** Offcuts of an item that are large enough, the smallest first: they are used before a new sheet is cut. */
export function OffcutOffer({ itemId, jobId }: { itemId: string; jobId: string | null }) {
  const queryClient = useQueryClient()
  const { data: offcuts = [] } = useQuery(offcutsQuery(itemId))
  const { data: job } = useQuery(sizeOfJobQuery(jobId))
  const [typedWidth, setWidth] = useState<string | null>(null)
  const [typedLength, setLength] = useState<string | null>(null)
  // Until a size is typed, pieces are offered that hold one piece of the job.
  const width = typedWidth ?? (job?.width_mm ? bareLength(job.width_mm) : '')
  const length = typedLength ?? (job?.height_mm ? bareLength(job.height_mm) : '')
  const isOfJob = typedWidth === null && typedLength === null && (width !== '' || length !== '')
  const using = useActMutation({
    mutationFn: (offcut: Offcut) => moveOffcut(offcut.id, 'used', jobId),
    onSuccess: (_, offcut) => {
      notifyWithUndo(
        `Offcut ${sizeText(offcut)} is used.`,
        () =>
          void moveOffcut(offcut.id, 'free', null).then(
            () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
            (error: unknown) => notifications.show({ color: 'red', title: 'Not undone', message: saveProblem(error) }),
          ),
      )
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not taken', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  if (offcuts.length === 0) return null
  const [least, by] = [sideOf(length), sideOf(width)]
  const shown = fitting(offcuts, by.mm, least.mm)
  return (
    <section className={page.panel} aria-label="Offcuts">
      <Title order={2} size="h4" mb="xs">
        {`Offcuts, ${offcuts.length}`}
      </Title>
      {isOfJob && job ? (
        <Text size="sm" c="dimmed" mb="xs">
          {`Large enough for a piece of ${job.job_number}.`}
        </Text>
      ) : null}
      <Group gap="xs" mb="sm" grow>
        <LengthInput
          size="sm"
          label={withTax('At least, {unit}')}
          value={length}
          error={least.problem}
          onChange={setLength}
          onSides={(first, second) => {
            setLength(first)
            setWidth(second)
          }}
        />
        <LengthInput size="sm" label={withTax('by, {unit}')} value={width} error={by.problem} onChange={setWidth} />
      </Group>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          None of them is large enough.
        </Text>
      ) : null}
      <Stack gap="xs">
        {shown.slice(0, 6).map((offcut) => (
          <Group key={offcut.id} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm">{sizeText(offcut)}</Text>
              <Text size="xs" c="dimmed">
                {[offcut.bin, offcut.source ? `from ${offcut.source.job_number}` : null].filter(Boolean).join(' · ')}
              </Text>
            </div>
            <Button
              size="compact-sm"
              variant="default"
              disabled={using.isPending}
              onClick={() => using.mutate(offcut)}
              aria-label={`Use the offcut ${sizeText(offcut)}`}
            >
              Use it
            </Button>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
