import { Anchor, Group, Text } from '@mantine/core'
import { IconLock, IconReceipt } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { notifyWith } from '@/kit/confirm'
import { ActionButton } from '@/kit/form/action-button'
import { useHeldRows } from '@/kit/list/held-rows'
import { useLive } from '@/kit/live/use-live'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { dayText, withTax } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { useFormats } from '@/shared/hooks/use-formats'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { AccountsBar } from '../../shared/accounts-bar'
import { accountsKey, toInvoiceKey } from '../../shared/keys'
import { isAbove } from '../../shared/payment/allocation'
import { makeInvoice } from '../api/make-invoice.mutation'
import { toInvoiceQuery, type Waiting } from '../api/to-invoice.query'
import { after, netOf, ordersOf, toggled, worthOf } from '../queue'
import classes from './to-invoice.module.css'

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

/** No order is marked: one was invoiced with the pointer, and the next one is for the person to choose. */
const none = Symbol('none')

/** The marked order; the first one where none was marked yet, or where the marked one has gone. */
function markedIn(rows: readonly Waiting[], marked: string | typeof none | null): string | null {
  if (marked === none) return null
  return rows.some(({ order_id }) => order_id === marked) ? marked : (rows[0]?.order_id ?? null)
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

type Made = { id: string; client: string; orders: string }

function Queue({ rows, onMade }: { rows: readonly Waiting[]; onMade: (made: Made) => void }) {
  const rights = useRights()
  const { currency: books } = useFormats()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  // The draft id for each set of orders, so that a repeated request makes one draft.
  const drafts = useRef(new Map<string, string>())
  const [marked, setMarked] = useState<string | typeof none | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const at = markedIn(rows, marked)
  const [isOver, setIsOver] = useState(false)
  const fresh = useMemo(() => rows.map((row) => ({ ...row, id: row.order_id })), [rows])
  const held = useHeldRows(fresh, isOver, 'to-invoice')
  const orders = ordersOf(rows, chosen, at)
  const mayMake = can(rights, 'invoices', 'create')

  const making = useOneMutation({
    mutationFn: ({ id, of }: { id: string; of: readonly Waiting[]; isByKey: boolean }) =>
      makeInvoice(
        id,
        of.map(({ order_id }) => order_id),
      ),
    onSuccess: (id, { of, isByKey }) => {
      // With keys the mark goes to the next order, so that Enter can follow Enter. Under a pointer that still rests on
      // the button no other client's order comes up.
      const place = rows.findIndex(({ order_id }) => order_id === of.at(-1)?.order_id)
      setMarked(isByKey ? (rows.slice(place + 1).find((row) => !of.includes(row))?.order_id ?? null) : none)
      setChosen(new Set())
      const made = {
        id,
        client: of[0]?.client_name ?? 'the client',
        orders: of.map(({ order_number }) => order_number).join(' and '),
      }
      onMade(made)
      notifyWith(`The draft of ${made.orders} is made.`, 'Open draft', () => void navigate(`/invoices/${id}`))
      list.current?.focus()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
  const make = (isByKey: boolean) => {
    if (making.isPending || !mayMake || orders.length === 0) return
    const asked = orders.map(({ order_id, lines, net }) => `${order_id} ${lines} ${net}`).join()
    const id = drafts.current.get(asked) ?? newId()
    drafts.current.set(asked, id)
    making.mutate({ id, of: orders, isByKey })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      if (!event.repeat) make(true)
    } else if (event.key === ' ' && at) setChosen(toggled(rows, chosen, at))
    else if (event.key === 'Escape') setChosen(new Set())
    else if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) {
      const next = after(event.key, rows, at)
      setMarked(next)
      document.getElementById(`waiting-${next}`)?.scrollIntoView?.({ block: 'nearest' })
    } else return
    event.preventDefault()
  }

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
          onClick={({ detail }) => make(detail === 0)}
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
        onKeyDown={onKeyDown}
        onPointerEnter={() => setIsOver(true)}
        onPointerLeave={() => setIsOver(false)}
      >
        {held.rows.map(({ row, isGone }) => (
          <div
            key={row.order_id}
            id={`waiting-${row.order_id}`}
            className={classes.order}
            role="option"
            aria-selected={chosen.has(row.order_id)}
            data-marked={row.order_id === at || undefined}
            data-gone={isGone || undefined}
            aria-disabled={isGone || undefined}
            onClick={() => {
              if (isGone) return
              setMarked(row.order_id)
              setChosen(toggled(rows, chosen, row.order_id))
            }}
          >
            <span className={classes.tick} aria-hidden>
              {chosen.has(row.order_id) ? '✓' : ''}
            </span>
            <span className={classes.what}>
              <strong>{row.client_name ?? 'Without a name'}</strong>
              <Text component="span" display="block" size="sm" c="dimmed">
                {[row.order_number, row.project_title].filter(Boolean).join(' · ')}
              </Text>
            </span>
            <Text component="span" size="sm" className={classes.since}>
              {isGone ? 'Nothing left to invoice' : row.since ? `Delivered since ${dayText(row.since)}` : 'Delivered'}
              <Text component="span" display="block" size="xs" c="dimmed">
                {row.lines === 1 ? '1 line' : `${row.lines} lines`}
                {isAbove(row.deposit_left, '0')
                  ? withTax(
                      `, deposit of ${formatMoney(row.deposit_left, row.currency)} with {tax} is paid and deducted`,
                    )
                  : ''}
              </Text>
            </Text>
            <span className={classes.amount}>
              {formatMoney(row.net, row.currency)}
              <Text component="span" display="block" size="xs" c="dimmed">
                net
              </Text>
            </span>
          </div>
        ))}
      </div>
      <Text size="sm" mt="sm" px="md" ta="end" role="status">
        {waitingWords(rows, books)}
      </Text>
    </>
  )
}
