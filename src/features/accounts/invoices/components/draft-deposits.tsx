import { Checkbox, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { exact, isAboveZero, negative, plus, written } from '@/shared/domain/money/decimal'
import { calendarDayText, withTax } from '@/shared/domain/text/formats'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { useAct } from '../../shared/use-act'
import { type DraftDeposit, draftDepositsQuery, skipDeposits } from '../api/draft-deposits.query'
import type { Invoice } from '../api/invoice.query'

/** The paid deposits of a draft: deducted, with the amounts by VAT rate, or set against its amount due. Empty without a paid deposit. */
export function DraftDeposits({ row }: { row: Invoice }) {
  const { data: deposits = [] } = useQuery(draftDepositsQuery(row.id))
  const { act, isBusy } = useAct()
  if (deposits.length === 0) return null
  const skippedWith = ({ id }: DraftDeposit, isTaken: boolean) => [
    ...deposits.filter((one) => one.is_skipped && one.id !== id).map((one) => one.id),
    ...(isTaken ? [] : [id]),
  ]
  return (
    <section className={page.panel} aria-label="Deposits">
      <Title order={2} size="h4" mb="xs">
        Deposits
      </Title>
      <Stack gap="sm">
        {deposits.map((deposit) => (
          <Checkbox
            key={deposit.id}
            label={`${deposit.number} of ${calendarDayText(deposit.issue_date)}`}
            description={
              <>
                {effectOf(deposit, row.currency)}{' '}
                {isHeld(deposit)
                  ? deposit.drafts.map((id) => (
                      <RecordLink key={id} kind="invoice" id={id}>
                        Open that draft
                      </RecordLink>
                    ))
                  : null}
              </>
            }
            checked={!deposit.is_skipped && !isWaiting(deposit)}
            disabled={isBusy || isWaiting(deposit)}
            onChange={(event) => {
              const skipped = skippedWith(deposit, event.currentTarget.checked)
              act(() => skipDeposits(row.id, skipped))()
            }}
          />
        ))}
      </Stack>
      <Text size="xs" c="dimmed" mt="xs">
        A deposit that is left out waits for the next invoice of its order.
      </Text>
    </section>
  )
}

const taken = ({ rates }: DraftDeposit) => rates.filter(({ deducted }) => isAboveZero(deducted))

/** Another draft deducts all of it that this one could. */
const isHeld = (deposit: DraftDeposit): boolean =>
  deposit.drafts.length > 0 && taken(deposit).length === 0 && !deposit.rates.some(({ left }) => isAboveZero(left))

/** It cannot be deducted by this draft: nobody paid it yet, or another draft deducts it. */
const isWaiting = (deposit: DraftDeposit): boolean => deposit.open !== null || isHeld(deposit)

/** The deducted amount by rate, “18 %: −€50.00 net, −€9.00 VAT.”, that it is set against the amount due, or that it waits. */
function effectOf(deposit: DraftDeposit, currency: string): string {
  const { is_skipped, rates, kept, open } = deposit
  const money = (amount: string) => formatMoney(amount, currency)
  if (open !== null) return `Not deducted: ${money(open)} of it are not paid.`
  if (isHeld(deposit)) return 'Another draft of its order deducts it.'
  if (kept !== null)
    return is_skipped
      ? `Left out: ${money(kept)} wait for another invoice.`
      : `${money(kept)} are set against the amount due when the invoice is issued.`
  const off = (amount: string) => money(written(negative(exact(amount))))
  if (is_skipped) {
    const left = rates.reduce((total, rate) => written(plus(exact(total), exact(rate.left))), '0.00')
    return `Not deducted: ${money(left)} net wait for another invoice.`
  }
  return taken(deposit).length === 0
    ? 'No part of it fits this invoice: it waits for another one.'
    : taken(deposit)
        .map(({ vat_rate, deducted, deducted_vat }) =>
          withTax(`${shortDecimalText(vat_rate)} %: ${off(deducted)} net, ${off(deducted_vat)} {tax}.`),
        )
        .join(' ')
}
