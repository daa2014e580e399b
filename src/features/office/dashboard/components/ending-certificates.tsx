import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { can } from '@/shared/domain/people/permission'
import { currentFormats } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { useServerTime } from '@/streams/react/use-server-time'
import { endingCertificatesQuery } from '../api/ending-certificates.query'
import { Tile } from './tile'

const sources = [{ page: 'contacts', tables: ['exemption_certificates'] }] as const

/** For who enters exemption certificates, where there is sales tax: how many end soon. Nothing while none does. */
export function EndingCertificates() {
  const rights = useRights()
  const today = todayOf(useServerTime(60_000))
  const isAsked =
    currentFormats().tax_kind === 'sales_tax' && can(rights, 'contacts', 'view') && can(rights, 'invoices', 'create')
  const query = useQuery({ ...endingCertificatesQuery(today), enabled: isAsked })
  useLive(endingCertificatesQuery(today).queryKey, isAsked ? sources : [], { pollEvery: 60_000 })
  if (!query.data) return null
  return (
    <Tile
      label="Certificates that end soon"
      query={query}
      value={(count) => count}
      to={`${linkTo('/exemption-certificates')}?valid=soon`}
    />
  )
}
