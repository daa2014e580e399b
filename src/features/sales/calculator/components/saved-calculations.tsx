import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { dayText } from '@/shared/domain/text/formats'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { FilterField } from '@/shared/ui/parts/filter-field'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { savedQuery } from '../api/calculations.query'
import classes from './calculator.module.css'

/** The calculations that were saved last, found by their names. */
export function SavedCalculations() {
  const [words, setWords] = useState('')
  const saved = useQuery({ ...savedQuery(words), placeholderData: (previous) => previous })
  return (
    <Stack gap="sm">
      <FilterField label="Search calculations" placeholder="Name" text={words} onFilter={setWords} />
      {saved.isPending ? (
        <LineSkeletons count={6} height={44} />
      ) : !saved.data ? (
        <Problem onRetry={() => void saved.refetch()}>The calculations could not be read</Problem>
      ) : saved.data.length === 0 ? (
        <Text c="dimmed">{words ? 'No calculations match these words' : 'No calculations are saved yet.'}</Text>
      ) : (
        <nav aria-label="Saved calculations">
          {saved.data.map(({ id, name, quantity, net, updated_at }) => (
            <Link key={id} className={classes.saved} to={linkTo('/calculator/:id', { id })} replace>
              <span>{name}</span>
              <span className={classes.amount}>{formatMoney(net)}</span>
              <Text size="xs" c="dimmed">
                {`${quantity === '1.0000' ? 'One piece' : `${shortDecimalText(quantity)} pieces`} · saved ${dayText(updated_at)}`}
              </Text>
            </Link>
          ))}
        </nav>
      )}
    </Stack>
  )
}
