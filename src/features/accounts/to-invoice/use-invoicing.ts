import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { notifyWith } from '@/kit/confirm'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { newId } from '@/shared/lib/new-id'
import { accountsKey } from '../shared/keys'
import { makeInvoice } from './api/make-invoice.mutation'
import type { Waiting } from './api/to-invoice.query'
import { after, ordersOf, toggled } from './queue'

/** No order is marked: one was invoiced with the pointer, and the next one is for the person to choose. */
const none = Symbol('none')

/** The marked order; the first one where none was marked yet, or where the marked one has gone. */
function markedIn(rows: readonly Waiting[], marked: string | typeof none | null): string | null {
  if (marked === none) return null
  return rows.some(({ order_id }) => order_id === marked) ? marked : (rows[0]?.order_id ?? null)
}

export type Made = { id: string; client: string; orders: string }

/** The orders that are chosen in the list, with the pointer or by keys, and the invoice that is made of them. */
export function useInvoicing(
  rows: readonly Waiting[],
  list: RefObject<HTMLDivElement | null>,
  onMade: (made: Made) => void,
) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  // The draft id for each set of orders, so that a repeated request makes one draft.
  const drafts = useRef(new Map<string, string>())
  const [marked, setMarked] = useState<string | typeof none | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const at = markedIn(rows, marked)
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
  return {
    at,
    chosen,
    orders,
    mayMake,
    making,
    make,
    onKeyDown,
    choose: (order: string) => {
      setMarked(order)
      setChosen(toggled(rows, chosen, order))
    },
  }
}
export type Invoicing = ReturnType<typeof useInvoicing>
