import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportedPayment, StatusReport } from '@/documents/payment-files/read-status-report'
import { FileDrop } from '@/kit/files/file-drop'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { formatMoney } from '@/shared/domain/money/money'
import { decodeText } from '@/shared/domain/text/decode-file'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import { accountsKey } from '../../shared/keys'
import { reportRun } from '../api/runs.mutation'
import type { Run } from '../api/runs.query'
import classes from '../runs.module.css'

type Read = { report: StatusReport; answers: readonly ReportedPayment[] }

const paymentsText = (count: number) => (count === 1 ? '1 payment' : `${count} payments`)

/** A report as it answers the payments of the run. Rejects in words. */
async function readFor(row: Run, file: File): Promise<Read> {
  const { answersFor, readStatusReport } = await import('@/documents/payment-files/read-status-report')
  const report = readStatusReport(decodeText(new Uint8Array(await file.arrayBuffer())).text)
  const asked = row.items.filter(({ status }) => ['open', 'paid', 'failed'].includes(status))
  const ids = asked.map(({ end_to_end_id }) => end_to_end_id)
  return { report, answers: answersFor(report, ids) }
}

const keptWords = ({ accepted, rejected }: { accepted: number; rejected: number }) =>
  accepted + rejected === 0
    ? 'Nothing of this report is new.'
    : `${paymentsText(accepted)} accepted, ${rejected} rejected.`

/** Reads what the bank says of the file of a run, shows it, and keeps it. */
export function ReadReport({ row, onClose }: { row: Run; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [read, setRead] = useState<Read | null>(null)
  const reading = useOneMutation({ mutationFn: (file: File) => readFor(row, file), onSuccess: setRead })
  const keeping = useOneMutation({
    mutationFn: ({ report, answers }: Read) => reportRun(row.id, report.message_id, answers),
    onSuccess: (kept) => {
      notifications.show({ message: keptWords(kept) })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
  const take = (file: File) => {
    setRead(null)
    keeping.reset()
    reading.mutate(file)
  }
  return (
    <Stack>
      <FileDrop
        accept=".xml,application/xml,text/xml"
        button={read ? 'Another file' : 'Choose a file'}
        variant={read ? 'default' : 'filled'}
        isBusy={reading.isPending}
        onFile={take}
      >
        <IconFileImport size={32} stroke={1.25} aria-hidden />
        <Text c="dimmed" ta="center">
          pain.002 (XML), as the bank gives it after the upload of the payment file.
        </Text>
      </FileDrop>
      {reading.isError ? <Problem>{reading.error.message}</Problem> : null}
      {read ? <Answers row={row} answers={read.answers} /> : null}
      {keeping.isError ? <Problem>{saveProblem(keeping.error)}</Problem> : null}
      {read ? (
        <Group justify="flex-end">
          <Button loading={keeping.isPending} onClick={() => keeping.mutate(read)}>
            Keep the report
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

/** How many payments are accepted, and each rejected one with its reason. */
function Answers({ row, answers }: { row: Run; answers: readonly ReportedPayment[] }) {
  const rejected = answers.filter(({ answer }) => answer === 'rejected')
  const paymentOf = (id: string) => row.items.find(({ end_to_end_id }) => end_to_end_id === id)
  return (
    <div role="status">
      <Text fw={600}>{`${paymentsText(answers.length - rejected.length)} accepted, ${rejected.length} rejected`}</Text>
      {rejected.map(({ end_to_end_id, reason }) => {
        const payment = paymentOf(end_to_end_id)
        return (
          <div key={end_to_end_id} className={classes.failure}>
            <span className={classes.what}>
              {payment?.creditor ?? end_to_end_id}
              <span className={classes.detail}>
                {payment ? `${payment.invoice.supplier_number} · ${formatMoney(payment.amount)}` : ''}
              </span>
            </span>
            <span className={classes.warn}>{reason}</span>
          </div>
        )
      })}
      {rejected.length > 0 ? (
        <Text size="sm" c="dimmed">
          Their bills are approved again and can go into another run.
        </Text>
      ) : null}
    </div>
  )
}
