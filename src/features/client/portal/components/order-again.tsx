import { Button, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { formatMoney } from '@/shared/domain/money/money'
import { useProblem } from '@/shared/hooks/use-problem'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { orderAgain } from '../api/order-again.mutation'
import type { OrderOfAccount } from '../api/own-order.query'
import { portalKey } from '../api/portal.query'
import { usePortalWords } from '../use-portal-words'

type Again = NonNullable<OrderOfAccount['again']>

/** A delivered order once more: what it costs today, where that can be said at once, and the request to the office. */
export function OrderAgain({ of }: { of: OrderOfAccount }) {
  const { say, page: words } = usePortalWords()
  if (of.again === null) return null
  return (
    <section className={page.panel} aria-label={say('again_ask')} aria-live="polite">
      <Title order={2} size="h4" mb="xs">
        {say('again_ask')}
      </Title>
      {of.again.asked_at ? (
        <Text>{say('again_asked', { day: words.dayOf(of.again.asked_at) })}</Text>
      ) : (
        <Ask uuid={of.public_uuid} again={of.again} currency={of.currency} />
      )}
    </section>
  )
}

function Ask({ uuid, again, currency }: { uuid: string; again: Again; currency: string }) {
  const { say } = usePortalWords()
  const problemOf = useProblem()
  const queryClient = useQueryClient()
  const asking = useActMutation({
    mutationFn: () => orderAgain(uuid),
    onSettled: () => queryClient.invalidateQueries({ queryKey: portalKey }),
  })
  return (
    <>
      {asking.isError ? <Problem>{problemOf(asking.error)}</Problem> : null}
      <Text mb="sm">
        {again.net ? say('again_price', { amount: formatMoney(again.net, currency) }) : say('again_quoted')}
      </Text>
      <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
        {say('again_ask')}
      </Button>
    </>
  )
}
