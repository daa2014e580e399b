import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { calendarDayText, dayText } from '@/shared/domain/text/formats'
import { readableIban } from '@/shared/domain/money/iban'
import { formatMoney } from '@/shared/domain/money/money'
import { RecordLink } from '@/shared/ui/page/record-links'
import type { Run, RunPayment } from '../api/runs.query'
import classes from '../runs.module.css'

type PaymentProps = {
  payment: RunPayment
  row: Run
  /** A debit of the bank that seems to have paid it, as a sentence. */
  bankNote: string | undefined
  onRemove: (() => void) | null
  onDecide: ((iban: string) => () => void) | null
}

export function Payment({ payment, row, bankNote, onRemove, onDecide }: PaymentProps) {
  const isChanged = payment.status === 'open' && payment.account_changed_at !== null
  return (
    <div className={`${classes.payment} ${classes.row}`} data-changed={isChanged || undefined}>
      <span className={classes.what}>
        <strong>{payment.creditor}</strong>
        <span className={classes.detail}>
          <RecordLink kind="supplier_invoice" id={payment.supplier_invoice_id} size="sm">
            {payment.invoice.supplier_number}
          </RecordLink>
          {payment.reference === payment.invoice.supplier_number ? '' : ` · ${payment.reference}`}
          {payment.invoice.due_date ? ` · due ${calendarDayText(payment.invoice.due_date)}` : ''}
        </span>
        <span className={classes.detail}>{readableIban(payment.iban)}</span>
        {isChanged ? (
          <span className={classes.warn}>
            {payment.changed_iban
              ? `New account since ${dayText(payment.account_changed_at ?? '')}: ${readableIban(payment.changed_iban)}`
              : 'The supplier has no account any more.'}
          </span>
        ) : payment.is_known_account ? null : (
          <span className={classes.warn}>This account is new, or not one of the supplier’s accounts.</span>
        )}
        {bankNote ? <span className={classes.warn}>{bankNote}</span> : null}
        {payment.accepted_at && payment.failure === null ? (
          <span className={classes.detail}>{`Accepted by the bank, ${dayText(payment.accepted_at)}`}</span>
        ) : null}
        {payment.failure ? <span className={classes.warn}>Failed: {payment.failure}</span> : null}
      </span>
      <span className={classes.amount}>
        {formatMoney(payment.amount)}
        {payment.discount === '0.00' ? null : (
          <span className={classes.detail}>less {formatMoney(payment.discount)}</span>
        )}
        {row.status === 'paid' ? (
          <span className={classes.detail}>{payment.status === 'paid' ? 'Paid' : ''}</span>
        ) : null}
      </span>
      {onRemove ? (
        <Tooltip label="Take it out of the run">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Take the payment to ${payment.creditor} out`}
            onClick={onRemove}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : (
        <span />
      )}
      {isChanged && onDecide ? (
        <span className={classes.accounts}>
          {payment.changed_iban ? (
            <Button size="compact-sm" variant="default" onClick={onDecide(payment.changed_iban)}>
              Pay to the new account
            </Button>
          ) : null}
          <Button size="compact-sm" variant="default" onClick={onDecide(payment.iban)}>
            Keep the account
          </Button>
        </span>
      ) : null}
    </div>
  )
}
