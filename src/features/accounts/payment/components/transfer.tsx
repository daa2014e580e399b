import { Button, CopyButton } from '@mantine/core'
import { Suspense } from 'react'
import { isFigure } from '@/documents/paper/figures'
import { paymentOf } from '@/documents/paper/payment'
import type { CompanyFacts } from '@/documents/paper/source'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { usePaperTexts } from '@/kit/client-page/use-paper-texts'
import { formatMoney } from '@/shared/domain/money/money'
import { optionalPart } from '@/shared/lib/optional-part'
import classes from './payment.module.css'

const QrCode = optionalPart(async () => (await import('@/documents/paper/qr-code')).default)

type TransferProps = {
  company: CompanyFacts
  amount: string
  currency: string
  /** The reference for the transfer: the order's number. */
  reference: string
  isBusy: boolean
  onTell: () => void
}

/** The company's account, the reference and the QR code of the transfer. */
export function Transfer({ company, amount, currency, reference, isBusy, onTell }: TransferProps) {
  const say = useSay(accountsPart)
  const payment = paymentOf(company, amount, currency, reference, usePaperTexts())
  if (!payment) return null
  return (
    <section className={classes.box} aria-label={payment.label}>
      <h2>{payment.label}</h2>
      <dl className={classes.facts}>
        {[...payment.facts, { label: say('amount'), value: formatMoney(amount, currency) }].map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-figure={isFigure(value) || undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      {payment.qr ? (
        <div className={classes.code}>
          <Suspense>
            <QrCode text={payment.qr} label={payment.qrLabel} />
          </Suspense>
        </div>
      ) : null}
      <Button variant="default" loading={isBusy} onClick={onTell}>
        {say('i_have_paid')}
      </Button>{' '}
      {company.iban ? (
        <CopyButton value={company.iban}>
          {({ copied, copy }) => (
            <Button variant="subtle" onClick={copy}>
              {say(copied ? 'iban_copied' : 'copy_iban')}
            </Button>
          )}
        </CopyButton>
      ) : null}
    </section>
  )
}
