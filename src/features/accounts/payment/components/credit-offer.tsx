import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { compared, exact, isAboveZero } from '@/shared/domain/money/decimal'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { formatMoney } from '@/shared/domain/money/money'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { Problem } from '@/shared/ui/page/problem'
import { useProblem } from '@/shared/hooks/use-problem'
import { spendCredit, spendCreditOnDeposit } from '../api/card-payment.mutation'
import { type Owed, owedKey } from '../api/owed.query'
import classes from './payment.module.css'

/** What credit pays of: an invoice, less its cash discount while that holds, or the deposit of an order. Decimal text. */
const settling = (owed: Owed): string => (owed.purpose === 'invoice' ? (owed.early?.pays ?? owed.whole) : owed.deposit)
const texts = {
  invoice: { covers: 'credit_covers_invoice', lowers: 'credit_lowers_invoice' },
  deposit: { covers: 'credit_covers_deposit', lowers: 'credit_lowers_deposit' },
} as const

/** The client has credit with us: it can lower this invoice or the deposit at once. */
export function CreditOffer({ uuid, owed }: { uuid: string; owed: Owed }) {
  const say = useSay(accountsPart)
  const { day } = usePageWords()
  const problemOf = useProblem()
  const queryClient = useQueryClient()
  const spending = useOneMutation({
    mutationFn: () => (owed.purpose === 'invoice' ? spendCredit(uuid) : spendCreditOnDeposit(uuid)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: owedKey(uuid) }),
  })
  const most = settling(owed)
  if (!isAboveZero(owed.credit) || !isAboveZero(most)) return null
  const covers = compared(exact(owed.credit), exact(most)) >= 0
  const used = formatMoney(covers ? most : owed.credit, owed.currency)
  const { early } = owed
  return (
    <section className={classes.box} aria-label={say('your_credit')}>
      <h2>{say('credit_with_us', { amount: formatMoney(owed.credit, owed.currency) })}</h2>
      <Text size="sm" my="xs">
        {say(texts[owed.purpose][covers ? 'covers' : 'lowers'])}
        {covers && early
          ? ` ${say('less_early', { discount: formatMoney(early.discount, owed.currency), day: day(early.until) })}`
          : null}
      </Text>
      {spending.isError ? <Problem>{problemOf(spending.error)}</Problem> : null}
      <Button loading={spending.isPending} variant="light" onClick={() => spending.mutate()}>
        {say('use_credit', { amount: used })}
      </Button>
    </section>
  )
}
