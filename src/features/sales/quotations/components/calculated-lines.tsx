import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useLive } from '@/kit/live/use-live'
import { formatPrice } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { calculatedLinesQuery, takeNewPrices } from '../api/calculated-lines.query'
import { quotationsKey } from '../api/quotations.query'

type CalculatedLinesProps = {
  quotationId: string
  currency: string
  /** True when the lines may be changed: a draft, and a person who may edit it. */
  isOpen: boolean
}

/** The calculations of the lines. When a cost has changed, it offers the new prices of a draft. */
export function CalculatedLines({ quotationId, currency, isOpen }: CalculatedLinesProps) {
  const queryClient = useQueryClient()
  const { queryKey } = calculatedLinesQuery(quotationId)
  const lines = useQuery(calculatedLinesQuery(quotationId))
  useLive(queryKey, [{ page: 'quotations', tables: ['price_list', 'price_calculations'] }])
  const taking = useActMutation({
    mutationFn: (items: string[]) => takeNewPrices(quotationId, items),
    onSettled: () => queryClient.invalidateQueries({ queryKey: quotationsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  if (!lines.data || lines.data.length === 0) return null
  const changed = isOpen
    ? lines.data.filter(
        ({ unit_price, saved_price, price_now }) =>
          price_now !== null && unit_price === saved_price && price_now !== unit_price,
      )
    : []
  return (
    <section className={page.panel} aria-label="Calculations">
      <Title order={2} size="h4" mb="xs">
        Calculations
      </Title>
      {changed.length > 0 ? (
        <Alert
          color="yellow"
          role="status"
          mb="sm"
          title={changed.length === 1 ? 'A price changed' : `${changed.length} prices changed`}
        >
          <Text size="sm" mb="xs">
            Costs changed since these lines were calculated.
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={taking.isPending}
            onClick={() => taking.mutate(changed.map(({ item_id }) => item_id))}
          >
            {changed.length === 1 ? 'Use the new price' : 'Use the new prices'}
          </Button>
        </Alert>
      ) : null}
      <Stack gap={4}>
        {lines.data.map(({ item_id, calculation_id, name, unit_price, price_now }) => {
          const isNew = changed.some((line) => line.item_id === item_id)
          return (
            <Group key={item_id} justify="space-between" gap="xs" wrap="nowrap">
              <Anchor component={Link} to={linkTo('/calculator/:id', { id: calculation_id })} size="sm">
                {name}
              </Anchor>
              <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                {isNew
                  ? `${formatPrice(unit_price, currency)} → ${formatPrice(price_now, currency)}`
                  : formatPrice(unit_price, currency)}{' '}
                each
              </Text>
            </Group>
          )
        })}
      </Stack>
    </section>
  )
}
