import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { dayText } from '@/shared/domain/text/formats'
import { Problem } from '@/shared/ui/page/problem'
import { colleaguesQuery } from '../../shared/api/colleagues.query'
import { lostReason, lostReasons } from '../../shared/lost-reasons'
import { lossQuery } from '../api/loss.query'
import { recordLoss } from '../api/quotation.mutation'
import type { Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'

/** The statuses of an offer that the client did not take. */
export const lostStatuses: readonly string[] = ['rejected', 'expired', 'cancelled']

/** An offer that was made and not taken; a draft that was cancelled was no offer. */
export const isLost = ({ status, sent_at }: Pick<Quotation, 'status' | 'sent_at'>): boolean =>
  lostStatuses.includes(status) && sent_at !== null

/** Why a lost quotation was lost, or the question. */
export function LostReason({ row, mayEdit, onAsk }: { row: Quotation; mayEdit: boolean; onAsk: () => void }) {
  const loss = useQuery(lossQuery(row.id))
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  if (loss.isPending) return <Text c="dimmed">…</Text>
  if (loss.isError) return <Problem onRetry={() => void loss.refetch()}>The reason could not be read</Problem>
  const said = loss.data
  const by = colleagues.find(({ id }) => id === said?.recorded_by)?.name
  return (
    <>
      {said ? (
        <>
          <Text fw={600}>{lostReason(said.reason)}</Text>
          {said.words ? <Text size="sm">{said.words}</Text> : null}
          <Text size="xs" c="dimmed">
            {[by, dayText(said.recorded_at)].filter(Boolean).join(' · ')}
          </Text>
        </>
      ) : (
        <Text size="sm">No reason is recorded yet for losing this offer.</Text>
      )}
      {mayEdit ? (
        <Button mt="xs" size="xs" variant={said ? 'default' : 'filled'} onClick={onAsk}>
          {said ? 'Change the reason' : 'Say why'}
        </Button>
      ) : null}
    </>
  )
}

const fields = defineFields({
  reason: choice('Why', lostReasons, { required: true, missing: 'Please choose why it was lost', wide: true }),
  words: longText('In words', { max: 2000, help: 'What would have won it? Clients never see this.' }),
})

/** Records why a lost quotation was lost. */
export function SayWhyLost({ row, onClose }: { row: Quotation; onClose: () => void }) {
  const { data: said } = useQuery(lossQuery(row.id))
  const form = useRecordForm({
    fields,
    name: `quotation-lost-${row.id}`,
    isNew: true,
    stored: said ?? { words: row.reject_reason },
    queryKey: quotationsKey,
    check: ({ reason, words }) =>
      reason === 'other' && words.trim() === '' ? { words: 'Please say in words why it was lost' } : {},
    save: ({ reason, words }) => recordLoss(row.id, reason, words),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Why it was lost" submitLabel="Save" onCancel={onClose} isPlain />
}
