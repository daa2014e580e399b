import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { quotationPaper } from '@/documents/paper/papers'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { useLive } from '@/kit/live/use-live'
import { RecordState } from '@/kit/record/record-page'
import { topics } from '@/shared/domain/nudge'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { saveProblem } from '@/shared/ui/save-problem'
import { sendQuotation } from '../api/quotation.mutation'
import { type Quotation, quotationQuery } from '../api/quotation.query'
import { previewQuery } from '../api/preview.query'
import { quotationsKey } from '../api/quotations.query'

/** /quotations/send/:id: the paper as the client will see it, and the button that opens the link. */
export function SendScreen({ id }: { id: string }) {
  const quotation = useQuery(quotationQuery(id))
  return (
    <RecordState of={quotation} what="quotation" back={{ label: 'Quotations', href: '/quotations' }}>
      {(row) => <Send row={row} />}
    </RecordState>
  )
}

function Send({ row }: { row: Quotation }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const preview = useQuery(previewQuery(row.id))
  const link = `${window.location.origin}/client-quotations/${row.public_uuid}`
  useLive([...quotationsKey, 'one', row.id], [{ topic: topics.document(row.public_uuid) }])
  const sending = useMutation({
    mutationFn: () => sendQuotation(row.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: quotationsKey }),
  })
  const isDraft = row.status === 'draft'
  return (
    <PageFrame
      title={isDraft ? `Send ${row.number_with_version}` : `${row.number_with_version} was sent`}
      lead={
        isDraft
          ? 'Sending freezes this version and opens the link for the client. Give the link to them by mail or message.'
          : 'The link below shows this version. Everything that the client does with it appears on the quotation.'
      }
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={() => void navigate(`/quotations/${row.id}`)}>
            Back to the quotation
          </Button>
          {isDraft ? (
            <Button
              leftSection={<IconSend size={18} aria-hidden />}
              loading={sending.isPending}
              onClick={() => sending.mutate()}
            >
              Send
            </Button>
          ) : (
            <CopyButton value={link}>
              {({ copied, copy }) => (
                <Button leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
                  {copied ? 'Link copied' : 'Copy client link'}
                </Button>
              )}
            </CopyButton>
          )}
        </Group>
      }
    >
      <Stack>
        {sending.isError ? <Problem>{saveProblem(sending.error)}</Problem> : null}
        {isDraft ? null : <Text style={{ overflowWrap: 'anywhere' }}>{link}</Text>}
        {preview.data ? <PaperSheet paper={quotationPaper(preview.data)} /> : null}
        {preview.isError ? (
          <Problem onRetry={() => void preview.refetch()}>The preview could not be read</Problem>
        ) : null}
      </Stack>
    </PageFrame>
  )
}
