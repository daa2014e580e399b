import { Anchor, Group, Text } from '@mantine/core'
import { IconLock, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { ActionButton } from '@/kit/form/action-button'
import { useHeldRows } from '@/kit/list/held-rows'
import { useLive } from '@/kit/live/use-live'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { useFormats } from '@/shared/hooks/use-formats'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { AccountsBar } from '../../shared/accounts-bar'
import { toInvoiceKey } from '../../shared/keys'
import { toInvoiceQuery, type Waiting } from '../api/to-invoice.query'
import { netOf, worthOf } from '../queue'
import { type Made, useInvoicing } from '../use-invoicing'
import classes from './to-invoice.module.css'
import { WaitingOrder } from './waiting-order'

/** /to-invoice: the delivered and uninvoiced orders. Arrows move, Space selects, Enter makes the invoice. */
export function ToInvoiceScreen() {
  const maySee = can(useRights(), 'invoices', 'view')
  const queue = useQuery({ ...toInvoiceQuery, enabled: maySee })
  useLive(toInvoiceKey, [{ page: 'invoices' }, { page: 'deliveries' }, { page: 'orders' }])
  const rows = queue.data ?? []
  const [made, setMade] = useState<readonly Made[]>([])
  return (
    <PageFrame
      above={<AccountsBar />}
      title="To Invoice"
      lead="Delivered and uninvoiced orders, the longest waiting first."
      width="full"
    >
      {!maySee ? (
        <EmptyScreen icon={<IconLock stroke={1.5} />} title="You may not see the orders to invoice">
          It needs the right to view invoices. An administrator gives it under Permissions.
        </EmptyScreen>
      ) : queue.isPending ? (
        <LineSkeletons count={6} height={56} />
      ) : queue.isError ? (
        <Problem onRetry={() => void queue.refetch()}>The orders to invoice could not be read</Problem>
      ) : rows.length === 0 ? (
        <EmptyScreen icon={<IconReceipt stroke={1.5} />} title="Everything delivered is invoiced">
          An order appears here when a part of it is handed over.
        </EmptyScreen>
      ) : (
        <Queue rows={rows} onMade={(one) => setMade((before) => [one, ...before.filter(({ id }) => id !== one.id)])} />
      )}
      {made.length > 0 ? (
        <Text size="sm" mt="md" role="status">
          Drafts made:{' '}
          {made.map(({ id, client, orders }, place) => (
            <Fragment key={id}>
              {place > 0 ? '; ' : ''}
              <Anchor component={Link} to={`/invoices/${id}`}>
                {`${orders}, ${client}`}
              </Anchor>
            </Fragment>
          ))}
        </Text>
      ) : null}
    </PageFrame>
  )
}

/** How many orders wait, and what they come to: in the currency of the books where their rates are known. */
function waitingWords(rows: readonly Waiting[], books: string): string {
  const worth = worthOf(rows, books)
  return [
    rows.length === 1 ? '1 order waits' : `${rows.length} orders wait`,
    worth && `${formatMoney(worth.net, books)} net`,
    worth?.hasForeign ? 'other currencies at the rates of their orders' : null,
  ]
    .filter(Boolean)
    .join(', ')
}

function Queue({ rows, onMade }: { rows: readonly Waiting[]; onMade: (made: Made) => void }) {
  const { currency: books } = useFormats()
  const list = useRef<HTMLDivElement>(null)
  const of = useInvoicing(rows, list, onMade)
  const { at, orders, mayMake, making } = of
  const [isOver, setIsOver] = useState(false)
  const fresh = useMemo(() => rows.map((row) => ({ ...row, id: row.order_id })), [rows])
  const held = useHeldRows(fresh, isOver, 'to-invoice')
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <Text size="sm" c="dimmed" className={classes.keys ?? ''}>
          <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> chooses several orders of one client, <kbd>Enter</kbd> makes
          the invoice.
        </Text>
        <ActionButton
          why={!mayMake ? 'You may not write invoices.' : orders.length === 0 ? 'Choose an order in the list.' : null}
          loading={making.isPending}
          // A click of a key has no detail.
          onClick={({ detail }) => of.make(detail === 0)}
        >
          {orders.length > 1
            ? `One invoice of ${orders.length} orders, ${formatMoney(netOf(orders), orders[0]?.currency)} net`
            : `Invoice ${orders[0]?.order_number ?? 'an order'}`}
        </ActionButton>
      </Group>
      {making.isError ? <Problem>{saveProblem(making.error)}</Problem> : null}
      <div
        ref={list}
        className={classes.queue}
        role="listbox"
        aria-label="Orders to invoice"
        aria-multiselectable
        aria-activedescendant={at ? `waiting-${at}` : undefined}
        tabIndex={0}
        onKeyDown={of.onKeyDown}
        onPointerEnter={() => setIsOver(true)}
        onPointerLeave={() => setIsOver(false)}
      >
        {held.rows.map(({ row, isGone }) => (
          <WaitingOrder key={row.order_id} row={row} isGone={isGone} of={of} />
        ))}
      </div>
      <Text size="sm" mt="sm" px="md" ta="end" role="status">
        {waitingWords(rows, books)}
      </Text>
    </>
  )
}
