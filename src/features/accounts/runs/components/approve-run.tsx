import { Button, Group, Modal, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { readableIban } from '@/shared/domain/money/iban'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText } from '@/shared/domain/text/formats'
import type { Run } from '../api/runs.query'
import classes from '../runs.module.css'

type ApproveRunProps = {
  /** The run as it was when the question was asked; null closes it. */
  row: Run | null
  notes: ReadonlyMap<string, string> | undefined
  isBusy: boolean
  onApprove: (row: Run) => void
  onClose: () => void
}

/** Lists the payments of a run with their sum and account, and asks whether they are approved. */
export function ApproveRun({ row, notes, isBusy, onApprove, onClose }: ApproveRunProps) {
  const payments = row?.items.filter(({ status }) => status === 'open') ?? []
  const count = payments.length === 1 ? '1 payment' : `${payments.length} payments`
  return (
    <Modal opened={row !== null} onClose={onClose} title={`Approve ${row?.run_number ?? ''}?`} size="lg">
      {row ? (
        <>
          <Text size="sm">
            {`${count}, ${formatMoney(row.total)} out of ${readableIban(row.debtor_iban)} on ${calendarDayText(row.pay_on)}. `}
            After that the file of the bank can be exported.
          </Text>
          <div className={classes.asked}>
            {payments.map((payment) => (
              <div key={payment.id} className={`${classes.payment} ${classes.row}`}>
                <span className={classes.what}>
                  <strong>{payment.creditor}</strong>
                  <span className={classes.detail}>
                    {payment.invoice.supplier_number} · {readableIban(payment.iban)}
                  </span>
                  {payment.is_known_account ? null : (
                    <span className={classes.warn}>This account is new, or not one of the supplier’s accounts.</span>
                  )}
                  {notes?.get(payment.id) ? <span className={classes.warn}>{notes.get(payment.id)}</span> : null}
                </span>
                <span className={classes.amount}>{formatMoney(payment.amount)}</span>
              </div>
            ))}
          </div>
          <Group mt="md" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              leftSection={<IconCheck size={18} aria-hidden />}
              loading={isBusy}
              onClick={() => onApprove(row)}
            >{`Approve ${formatMoney(row.total)}`}</Button>
          </Group>
        </>
      ) : null}
    </Modal>
  )
}
