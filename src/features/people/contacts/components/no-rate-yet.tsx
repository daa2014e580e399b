import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { knownRatesQuery } from '@/kit/rates/known-rates.query'
import { isOfBooks } from '@/kit/rates/rate-words'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'

/** Says that the chosen currency has no exchange rate: no paper can be written in it. */
export function NoRateYet({ currency }: { currency: string }) {
  const rights = useRights()
  const isForeign = currency !== '' && !isOfBooks(currency)
  const { data: known } = useQuery({ ...knownRatesQuery, enabled: isForeign })
  if (!isForeign || !known || known.some((one) => one.currency === currency)) return null
  return (
    <Alert color="yellow" role="status" title={`There is no exchange rate of ${currency} yet`}>
      Quotations and invoices of this client need one.{' '}
      {can(rights, 'invoices', 'create') ? (
        <Anchor component={Link} to={linkTo('/exchange-rates')} inherit>
          Enter it under Exchange Rates
        </Anchor>
      ) : (
        'Whoever writes invoices enters it under Exchange Rates.'
      )}
    </Alert>
  )
}
