import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordKey } from '@/shared/domain/tasks/about-record'
import { pickFirst } from '@/shared/hooks/pick-first'
import { beginningQuery } from '../../api/about-list.query'
import classes from '../task-filters.module.css'
import { orderName } from './order-name'
import { orderSearchQuery } from '../../api/order-search.query'

type OrderFilterProps = { about: string | null; onChange: (about: string | null) => void }

/** The tasks of one order, of its jobs and of its deliveries, found by number, title or client from 2 characters. */
export function OrderFilter({ about, onChange }: OrderFilterProps) {
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed, 200)
  const chosen = useQuery(beginningQuery(about)).data
  const { data: found = [], isFetching } = useQuery(orderSearchQuery(wanted))
  const name = chosen?.about?.number ?? 'Order'
  const choices = found
    .map((order) => ({ value: recordKey({ kind: 'order', id: order.id }), label: orderName(order) }))
    .filter(({ value }) => value !== about)
  const searching = typed.trim().length >= 2 && typed !== name
  return (
    <Select
      aria-label="Order"
      placeholder="Any order"
      searchable
      selectFirstOptionOnChange={false}
      onKeyDownCapture={pickFirst}
      data-busy={(searching && (typed !== wanted || isFetching)) || undefined}
      clearable
      className={classes.choice}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      value={about}
      onChange={onChange}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={[...(searching ? choices : []), ...(about === null ? [] : [{ value: about, label: name }])]}
      nothingFoundMessage={searching ? 'No order has these words' : 'Type at least 2 characters'}
    />
  )
}
