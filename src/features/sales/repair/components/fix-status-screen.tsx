import { example } from '@/shared/domain/text/formats'
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { statusesOf, statusOf } from '@/documents/statuses'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { StatusBadge } from '@/kit/record/status-badge'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'
import { findQuotation, fixStatus, type FoundQuotation } from '../api/repair'

const fields = defineFields({
  status: choice(
    'New status',
    statusesOf('quotation').map((status) => ({ value: status, label: statusOf('quotation', status)?.label ?? status })),
    { required: true },
  ),
  reason: longText('Why', {
    required: true,
    max: 2000,
    empty: '',
    missing: 'Please say why',
    help: 'Shown in the story of the quotation and in the audit trail.',
  }),
})

/** /admin/fix-quotation-status: an admin puts a quotation into another status, with a reason (spec 1 §2.2). */
export function FixQuotationStatusScreen() {
  const [words, setWords] = useState('')
  const finding = useActMutation({ mutationFn: findQuotation })
  const find = (event: SubmitEvent) => {
    event.preventDefault()
    if (words.trim() !== '') finding.mutate(words)
  }
  return (
    <PageFrame
      title="Fix Quotation Status"
      lead="For a quotation with a wrong status. It makes no order and removes none."
      width="text"
    >
      <Stack>
        <form onSubmit={find}>
          <Stack gap="md" align="flex-start">
            <TextInput
              w="100%"
              label="Number of the quotation"
              placeholder={example('Q-2026-0142')}
              maxLength={60}
              value={words}
              onChange={(event) => {
                finding.reset()
                setWords(event.currentTarget.value)
              }}
              error={finding.isSuccess && finding.data === null ? 'There is no quotation with this number.' : null}
              data-autofocus
            />
            <Button type="submit" variant="default" loading={finding.isPending}>
              Find quotation
            </Button>
            {finding.isError ? <Problem>{saveProblem(finding.error)}</Problem> : null}
          </Stack>
        </form>
        {finding.data ? <Fix key={finding.data.id} row={finding.data} onFixed={() => finding.mutate(words)} /> : null}
      </Stack>
    </PageFrame>
  )
}

function Fix({ row, onFixed }: { row: FoundQuotation; onFixed: () => void }) {
  const queryClient = useQueryClient()
  const [fixed, setFixed] = useState<string | null>(null)
  const form = useRecordForm({
    fields,
    name: `fix-status-${row.id}`,
    isNew: true,
    stored: { status: row.status },
    queryKey: ['quotations'],
    check: ({ status }) => (status === row.status ? { status: 'It has this status already' } : {}),
    save: async ({ status, reason }) => {
      await fixStatus(row.id, status, reason)
      setFixed(statusOf('quotation', status)?.label ?? status)
    },
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: ['quotations'] })
      onFixed()
    },
  })
  return (
    <section aria-label={row.number_with_version}>
      <Text mb="md">
        <RecordLink kind="quotation" id={row.id}>
          {row.number_with_version}
        </RecordLink>{' '}
        {row.project_title} <StatusBadge kind="quotation" status={row.status} />
      </Text>
      {fixed ? (
        <Alert color="green" title={`The status is “${fixed}” now`} mb="md">
          Your reason is shown in the story of the quotation and in the audit trail.
        </Alert>
      ) : null}
      <RecordForm form={form} label="New status" submitLabel="Set status" isPlain />
    </section>
  )
}
