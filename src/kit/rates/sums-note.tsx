import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '@/shared/hooks/use-formats'
import { knownRatesQuery } from './known-rates.query'

/** Says in which currency sums over papers are, in a company that also sells in others. */
export function SumsNote({ of = 'paper' }: { of?: string }) {
  const { currency } = useFormats()
  const { data: rates = [] } = useQuery(knownRatesQuery)
  return rates.length === 0 ? null : (
    <Text size="xs" c="dimmed" mb="sm">
      {`Sums are in ${currency}: what is in another currency counts at the rate of its ${of}.`}
    </Text>
  )
}
