import type { AppConfig } from '@/shared/db/config'
import type { Visit } from '../route-sets/route-set-of'

export type Place = { pathname: string; search: string }

/** A visit of a place on the host that the app was loaded from. */
export const visitTo = (
  place: Place,
  { companyDomain, staffHosts }: Pick<AppConfig, 'companyDomain' | 'staffHosts'>,
  staffSession: boolean,
): Visit => ({
  host: window.location.host,
  path: place.pathname,
  search: place.search,
  staffSession,
  companyDomain,
  staffHosts,
})
